import { z } from 'zod';
import { Fields, Replicas, ResourceRef } from './common.js';
import { Deletion } from './deletion.js';
import { clusterNotFound } from './errors.js';
import { MutationLock } from './mutation-lock.js';
import { rpc, seconds } from './rpc.js';
import { Volume } from './volumes.js';

export const GroupStatus = z.object({
  desired_replicas: Replicas,
  replicas: Replicas,
  ready_replicas: Replicas,
  available_replicas: Replicas,
  up_to_date_replicas: Replicas,
  versions: z.array(z.object({ version: z.string(), replicas: Replicas })),
});
export type GroupStatus = z.infer<typeof GroupStatus>;

/**
 * A cluster as REST shows it, keys in the order of the answer. Fields that are optional here are
 * omitted when unknown; `false` and `[]` are answers of their own.
 */
export const Cluster = z.object({
  name: z.string(),
  description: z.string().optional(),
  phase: z.string(),
  created_at: z.string().describe('RFC 3339'),
  control_plane_endpoint: z.string().optional().describe('https URL'),
  is_available: z.boolean(),
  is_reconciliation_paused: z.boolean(),
  is_deleting: z.literal(true).optional(),
  is_scaling: z.boolean().optional(),
  is_upgrading: z.boolean(),
  tags: z.record(z.string(), z.string()).optional(),
  control_plane_status: GroupStatus,
  worker_status: GroupStatus,
  created_by_xo_user_id: z.string().optional(),
  api_server_port: z.int(),
  pod_cidr_blocks: z.array(z.string()).optional(),
  service_cidr_blocks: z.array(z.string()).optional(),
  service_domain: z.string().optional(),
  is_control_plane_initialized: z.boolean().optional(),
  is_infrastructure_provisioned: z.boolean().optional(),
  is_cordon: z.boolean().optional().describe('Omitted while the workload cluster is unreadable.'),
  is_draining: z.boolean().optional(),
  volumes: z.array(Volume).optional().describe('Omitted while the workload cluster is unreadable.'),
  id: z.uuid(),
});
export type Cluster = z.infer<typeof Cluster>;

/** One cluster, with what lists leave out: who is changing it, and what holds its deletion up. */
export const ClusterDetail = Cluster.extend({
  mutation_lock: MutationLock.optional(),
  deletion: Deletion.optional(),
});
export type ClusterDetail = z.infer<typeof ClusterDetail>;

/** Nested parts of a selection lack what was not selected; only the outer shape is checked. */
const SelectedVolume = z.record(z.string(), z.unknown());
const SelectedGroup = GroupStatus.extend({
  versions: z.array(z.object({ version: z.string(), replicas: Replicas }).partial()),
}).partial();

export const SelectedCluster = Cluster.extend({
  control_plane_status: SelectedGroup,
  worker_status: SelectedGroup,
  volumes: z.array(SelectedVolume),
}).partial();
export type SelectedCluster = z.infer<typeof SelectedCluster>;

export const listClusters = rpc({
  subject: 'slipway.v1.cluster-api.clusters.list',
  input: z.strictObject({ fields: Fields }),
  output: z.array(SelectedCluster),
  deadline: seconds(10),
  errors: [],
});

export const getCluster = rpc({
  subject: 'slipway.v1.cluster-api.clusters.get',
  input: z.strictObject({ cluster: ResourceRef }),
  output: ClusterDetail,
  deadline: seconds(10),
  errors: [clusterNotFound],
});
