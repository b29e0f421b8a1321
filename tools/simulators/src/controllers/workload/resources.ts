import { type Resource } from '@slipway/kube';

/** Kinds that the controllers of Pods watch in each namespace. */
export const namespaced = {
  Pod: { group: '', version: 'v1', plural: 'pods' },
  ReplicaSet: { group: 'apps', version: 'v1', plural: 'replicasets' },
  StatefulSet: { group: 'apps', version: 'v1', plural: 'statefulsets' },
  DaemonSet: { group: 'apps', version: 'v1', plural: 'daemonsets' },
  PodDisruptionBudget: { group: 'policy', version: 'v1', plural: 'poddisruptionbudgets' },
} as const satisfies Readonly<Record<string, Resource>>;

export const clusterWide = {
  Namespace: { group: '', version: 'v1', plural: 'namespaces' },
  Node: { group: '', version: 'v1', plural: 'nodes' },
  VolumeAttachment: { group: 'storage.k8s.io', version: 'v1', plural: 'volumeattachments' },
} as const satisfies Readonly<Record<string, Resource>>;
