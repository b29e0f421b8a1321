import { type KubeObject, type ObjectMeta, type Tree } from '../../api/index.js';
import { quickDelays } from '../delays.js';
import { apiVersions, controlledBy, labels } from '../objects/index.js';
import { type Scene } from '../rules/index.js';

export const now = new Date('2026-10-22T10:00:00Z');

/** An object with a uid of its kind and name. */
export function anObject(
  kind: string,
  name: string,
  {
    metadata = {},
    ...rest
  }: { readonly metadata?: Partial<ObjectMeta>; readonly spec?: Tree; readonly status?: Tree } = {},
): KubeObject {
  return {
    apiVersion: kind === 'KubeadmControlPlane' ? apiVersions.controlPlane : apiVersions.core,
    kind,
    metadata: { name, namespace: 'capi', uid: `${kind}/${name}`, generation: 1, ...metadata },
    ...rest,
  };
}

/** Conditions, told as `Ready=True` or `Ready=False:Reason`. */
export const conditions = (...told: readonly string[]): Tree[] =>
  told.map((one) => {
    const [type, said = ''] = one.split('=');
    const [status, reason = String(type)] = said.split(':');
    return { type, status, reason, message: '', lastTransitionTime: '2026-10-22T09:00:00Z' };
  });

export const deletedAt = '2026-10-22T09:30:00Z';

/** A Machine of an owner; a KubeadmControlPlane's is one of the control plane. */
export function aMachine(
  name: string,
  owner: KubeObject,
  more: Parameters<typeof anObject>[2] = {},
): KubeObject {
  const controlPlane = owner.kind === 'KubeadmControlPlane' ? { [labels.controlPlane]: '' } : {};
  return anObject('Machine', name, {
    ...more,
    metadata: {
      ownerReferences: [controlledBy(owner)],
      labels: { [labels.cluster]: 'demo', ...controlPlane },
      ...more.metadata,
    },
  });
}

/** A scene of a cluster `demo`; all time has passed unless it is said that none has. */
export function aScene(parts: Partial<Scene> = {}): Scene {
  return {
    namespace: 'capi',
    cluster: anObject('Cluster', 'demo'),
    deployments: [],
    sets: [],
    machines: [],
    infraMachines: new Map(),
    infraTemplates: new Map(),
    workload: { nodes: new Map(), connected: true, drains: new Map() },
    delays: quickDelays,
    now,
    passed: () => true,
    suffix: () => 'abcde',
    ...parts,
  };
}

export const named = (...objects: readonly KubeObject[]): ReadonlyMap<string, KubeObject> =>
  new Map(objects.map((object) => [object.metadata.name, object]));
