import { type ClusterObject } from './cluster-object.js';

/** Cluster API's phase as it stands; `Pending` until there is one, as in VMK Engine's first snapshot. */
export function phase(cluster: ClusterObject): string {
  return cluster.status?.phase || 'Pending';
}

/** The Cluster's own switch, `spec.paused`; a pause annotation on it is another matter. Source: VMK Engine. */
export function isReconciliationPaused(cluster: ClusterObject): boolean {
  return cluster.spec?.paused ?? false;
}

/** True once deletion has started, else undefined: VMK Engine shows no false here. */
export function isDeleting(cluster: ClusterObject): true | undefined {
  return cluster.metadata.deletionTimestamp === undefined ? undefined : true;
}
