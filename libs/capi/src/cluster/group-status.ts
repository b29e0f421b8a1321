import { type GroupStatus } from '@slipway/contracts';
import { type ReplicaCounters } from './cluster-object.js';

/**
 * Counters of the control plane or of the workers. What Cluster API has not counted yet is 0 and `[]`,
 * as in VMK Engine's snapshot of a new cluster; versions stay in Cluster API's order, oldest first.
 */
export function groupStatus(counters: ReplicaCounters | undefined): GroupStatus {
  return {
    desired_replicas: counters?.desiredReplicas ?? 0,
    replicas: counters?.replicas ?? 0,
    ready_replicas: counters?.readyReplicas ?? 0,
    available_replicas: counters?.availableReplicas ?? 0,
    up_to_date_replicas: counters?.upToDateReplicas ?? 0,
    versions: (counters?.versions ?? []).map(({ version, replicas }) => ({
      version,
      replicas: replicas ?? 0,
    })),
  };
}
