import {
  type Cluster,
  type ClusterDetail,
  type Deletion,
  type MutationLock,
  mutationLockKey,
  readMutationLock,
} from '@slipway/contracts';
import { deletionOf } from '../deletion/index.js';
import { type IdSource } from '../ids/index.js';
import { known, rfc3339 } from '../kubernetes/index.js';
import { createdBy, description } from './annotations.js';
import { isAvailable } from './availability.js';
import { ClusterObject } from './cluster-object.js';
import { controlPlaneEndpoint } from './control-plane-endpoint.js';
import { groupStatus } from './group-status.js';
import { isDeleting, isReconciliationPaused, phase } from './lifecycle.js';
import { network } from './network.js';
import { isScaling } from './scaling.js';
import { tags } from './tags.js';
import { isUpgrading } from './upgrading.js';

type WorkloadFields = Pick<Cluster, 'is_cordon' | 'is_draining' | 'volumes'>;

/** A cluster as far as the management cluster knows it. */
export type ManagedCluster = Omit<Cluster, keyof WorkloadFields>;

/** What is kept of a Cluster; `uid` and `resourceVersion` are Kubernetes' own. */
export interface ClusterRecord {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly view: ManagedCluster;
  /** Of the one change that is under way; not in lists. */
  readonly lock?: MutationLock | undefined;
  readonly deletion?: Deletion | undefined;
}

/** Reads Clusters as the API server sends them; undefined for what is not one. */
export function projectCluster(ids: IdSource): (raw: unknown) => ClusterRecord | undefined {
  return (raw) => {
    const { data: cluster } = ClusterObject.safeParse(raw);
    if (cluster === undefined) return undefined;
    const { name, uid, resourceVersion } = cluster.metadata;
    return known({
      name,
      uid,
      resourceVersion,
      view: viewOf(cluster, ids),
      lock: lockOf(cluster),
      deletion: deletionOf('Cluster', raw),
    });
  };
}

/** The whole answer; fields of the workload cluster stand before the id, and only the known ones. */
export function clusterWith(view: ManagedCluster, workload: WorkloadFields): Cluster {
  const { id, ...managed } = view;
  const { is_cordon, is_draining, volumes } = workload;
  return known({ ...managed, is_cordon, is_draining, volumes, id });
}

/** The answer of the detail route: our additions come last. */
export function clusterDetail(
  cluster: Cluster,
  { lock, deletion }: Pick<ClusterRecord, 'lock' | 'deletion'>,
): ClusterDetail {
  return known({ ...cluster, mutation_lock: lock, deletion });
}

function lockOf({ metadata }: ClusterObject): MutationLock | undefined {
  const reservation = readMutationLock(metadata.annotations?.[mutationLockKey]);
  return reservation.state === 'held' ? reservation.lock : undefined;
}

function viewOf(cluster: ClusterObject, ids: IdSource): ManagedCluster {
  const tagged = tags(cluster);
  const { initialization, controlPlane, workers } = cluster.status ?? {};
  return known({
    name: cluster.metadata.name,
    description: description(cluster),
    phase: phase(cluster),
    created_at: rfc3339(cluster.metadata.creationTimestamp),
    control_plane_endpoint: controlPlaneEndpoint(cluster),
    is_available: isAvailable(cluster),
    is_reconciliation_paused: isReconciliationPaused(cluster),
    is_deleting: isDeleting(cluster),
    is_scaling: isScaling(cluster),
    is_upgrading: isUpgrading(cluster),
    tags: Object.keys(tagged).length > 0 ? tagged : undefined,
    control_plane_status: groupStatus(controlPlane),
    worker_status: groupStatus(workers),
    created_by_xo_user_id: createdBy(cluster),
    ...network(cluster),
    is_control_plane_initialized: initialization?.controlPlaneInitialized,
    is_infrastructure_provisioned: initialization?.infrastructureProvisioned,
    id: ids.clusterId(cluster.metadata.name),
  });
}
