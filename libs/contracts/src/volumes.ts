import { z } from 'zod';
import { Fields, ResourceRef } from './common.js';
import { clusterNotFound, workloadUnavailable } from './errors.js';
import { ExactInteger } from './exact-integer.js';
import { rpc, seconds } from './rpc.js';

const NodeSelectorRequirement = z.object({
  key: z.string(),
  operator: z.string(),
  values: z.array(z.string()).optional(),
});

/** One alternative of a required node affinity; all its requirements hold together. */
export const NodeSelectorTerm = z.object({
  match_expressions: z.array(NodeSelectorRequirement).optional(),
  match_fields: z.array(NodeSelectorRequirement).optional(),
});

/** Kubernetes' PersistentVolume source field, with details for csi, nfs and local. */
export const VolumeSource = z.object({
  type: z.string(),
  csi: z
    .object({
      driver: z.string(),
      volume_handle: z.string(),
      xo: z
        .object({
          sr_id: z.string().optional(),
          pool_id: z.string().optional(),
          storage_type: z.string().optional(),
        })
        .optional()
        .describe('Present for the Xen Orchestra driver only.'),
    })
    .optional(),
  nfs: z
    .object({ server: z.string(), path: z.string(), read_only: z.boolean().optional() })
    .optional(),
  local: z.object({ path: z.string(), fs_type: z.string().optional() }).optional(),
});
export type VolumeSource = z.infer<typeof VolumeSource>;

/** A PersistentVolume of a workload cluster. */
export const Volume = z.object({
  name: z.string(),
  capacity_bytes: ExactInteger.describe('Rounded up to a whole byte.'),
  phase: z.string(),
  reclaim_policy: z.string().optional(),
  storage_class: z.string().optional(),
  access_modes: z.array(z.string()),
  volume_mode: z.string(),
  created_at: z.string().describe('For example 2026-11-04 10:00:00 +0000 UTC.'),
  claim: z.object({ namespace: z.string(), name: z.string() }).optional(),
  source: VolumeSource,
  attached_nodes: z.array(
    z.object({
      id: z.uuid().optional(),
      node_name: z.string(),
      vm_id: z.string().optional(),
    }),
  ),
  node_affinity: z.array(NodeSelectorTerm).optional(),
});
export type Volume = z.infer<typeof Volume>;

export const listVolumes = rpc({
  subject: 'slipway.v1.cluster-api.volumes.list',
  input: z.strictObject({ cluster: ResourceRef, fields: Fields }),
  output: z.array(z.record(z.string(), z.unknown())),
  deadline: seconds(10),
  errors: [clusterNotFound, workloadUnavailable],
});
