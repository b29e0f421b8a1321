import { type ClusterObject } from './cluster-object.js';

export const descriptionAnnotation = 'vmk.vates.tech/description';
export const createdByAnnotation = 'vmk.vates.tech/created-by-xo-user-id';

/** The description; an empty one counts as none. Source: VMK Engine. */
export function description(cluster: ClusterObject): string | undefined {
  return cluster.metadata.annotations?.[descriptionAnnotation] || undefined;
}

/** Who created the cluster, as a Xen Orchestra user id; an empty one counts as none. Source: VMK Engine. */
export function createdBy(cluster: ClusterObject): string | undefined {
  return cluster.metadata.annotations?.[createdByAnnotation] || undefined;
}
