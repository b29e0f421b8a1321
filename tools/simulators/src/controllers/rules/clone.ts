import { type KubeObject, type Tree } from '../../api/index.js';
import {
  annotations as known,
  apiVersions,
  controlledBy,
  finalizers,
  groups,
  present,
  textAt,
  treeAt,
} from '../objects/index.js';
import { type Scene } from './scene.js';

/** What a new Machine is made from. */
export interface Clone {
  /** KubeadmControlPlane or MachineSet. */
  readonly owner: KubeObject;
  readonly version: string | undefined;
  /** Of the XOMachineTemplate. */
  readonly template: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Further fields of the Machine's spec. */
  readonly spec?: Tree;
}

/**
 * An XOMachine from its template and the Machine that will take it over, in this order, both under the
 * owner's name and five random characters. Undefined while the template doesn't exist.
 */
export function clone(scene: Scene, from: Clone): readonly [KubeObject, KubeObject] | undefined {
  const template = scene.infraTemplates.get(from.template);
  if (!template) return undefined;
  const name = `${from.owner.metadata.name}-${scene.suffix()}`;
  const shared = {
    name,
    namespace: scene.namespace,
    labels: from.labels,
    ownerReferences: [controlledBy(from.owner)],
  };
  const infrastructure: KubeObject = {
    apiVersion: apiVersions.vates,
    kind: 'XOMachine',
    metadata: {
      ...shared,
      annotations: {
        [known.clonedFromName]: from.template,
        [known.clonedFromKind]: `XOMachineTemplate.${groups.vates}`,
      },
      finalizers: [finalizers.infrastructureMachine],
    },
    spec: treeAt(template, 'spec', 'template', 'spec'),
  };
  const machine: KubeObject = {
    apiVersion: apiVersions.core,
    kind: 'Machine',
    metadata: {
      ...shared,
      ...(from.annotations ? { annotations: from.annotations } : {}),
      finalizers: [finalizers.machine],
    },
    spec: present({
      clusterName: scene.cluster?.metadata.name,
      version: from.version,
      bootstrap: { configRef: { apiGroup: groups.bootstrap, kind: 'KubeadmConfig', name } },
      infrastructureRef: { apiGroup: groups.vates, kind: 'XOMachine', name },
      ...from.spec,
    }),
  };
  return [infrastructure, machine];
}

/** The template that an XOMachine was made from. */
export const templateOf = (infrastructure: KubeObject | undefined): string | undefined =>
  textAt(infrastructure, 'metadata', 'annotations', known.clonedFromName);
