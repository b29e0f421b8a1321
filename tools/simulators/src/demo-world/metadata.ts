import { randomUUID } from 'node:crypto';
import {
  timestamp,
  type KubeObject,
  type ObjectMeta,
  type OwnerReference,
  type Tree,
} from '../api/index.js';

/** When things happened and where they are: what every object of one cluster shares. */
export interface Setting {
  readonly namespace: string;
  readonly cluster: string;
  readonly createdAt: Date;
}

export const clusterNameLabel = 'cluster.x-k8s.io/cluster-name';

/** Metadata of an object that a cluster's controllers made `minutes` after its creation. */
export function metadataOf(
  { namespace, cluster, createdAt }: Setting,
  name: string,
  more: Partial<ObjectMeta> & { readonly minutes?: number } = {},
): ObjectMeta {
  const { minutes = 0, labels, ...rest } = more;
  return {
    name,
    namespace,
    uid: randomUUID(),
    generation: 1,
    creationTimestamp: timestamp(new Date(createdAt.getTime() + minutes * 60_000)),
    labels: { [clusterNameLabel]: cluster, ...labels },
    ...rest,
  };
}

/** A plain reference; `controlledBy` marks the owner as the controller. */
export function ownedBy({ apiVersion, kind, metadata }: KubeObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? '' };
}

export const controlledBy = (owner: KubeObject): OwnerReference => ({
  ...ownedBy(owner),
  controller: true,
  blockOwnerDeletion: true,
});

/**
 * Conditions of an object at rest, each as `Type` or `Type=Reason` when true, `!Type` or `!Type=Reason`
 * when false; a false one's usual reason is `Not<Type>`.
 */
export function conditionsOf(
  { createdAt }: Setting,
  generation: number,
  ...told: readonly string[]
): Tree[] {
  return told.map((text) => {
    const negative = text.startsWith('!');
    const [type = '', reason] = text.replace('!', '').split('=');
    return {
      type,
      status: negative ? 'False' : 'True',
      reason: reason ?? (negative ? `Not${type}` : type),
      message: '',
      observedGeneration: generation,
      lastTransitionTime: timestamp(new Date(createdAt.getTime() + 12 * 60_000)),
    };
  });
}

export const reference = (apiGroup: string, kind: string, name: string): Tree => ({
  apiGroup,
  kind,
  name,
});

export const groups = {
  core: 'cluster.x-k8s.io',
  controlPlane: 'controlplane.cluster.x-k8s.io',
  bootstrap: 'bootstrap.cluster.x-k8s.io',
  vates: 'vates.infrastructure.cluster.x-k8s.io',
} as const;

export const apiVersionIn = (group: keyof typeof groups): string => `${groups[group]}/v1beta2`;
