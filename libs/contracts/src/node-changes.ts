import { z } from 'zod';
import {
  changedMeanwhile,
  drainBlocked,
  drainDeadline,
  kubernetesRefused,
  mutationLocked,
  nodeUnregistered,
  upgradeLocked,
} from './change-errors.js';
import { Done } from './cluster-changes.js';
import { ResourceRef } from './common.js';
import {
  clusterNotFound,
  interrupted,
  nodeNotFound,
  validationFailed,
  workloadUnavailable,
} from './errors.js';
import { rpc, seconds, stream } from './rpc.js';

/** A node of a cluster: a Machine of another cluster is not found. */
const NodeOfCluster = z.strictObject({ cluster: ResourceRef, node: ResourceRef });

export const NodeDrainParams = z
  .strictObject({
    timeout_seconds: z.int32().optional().describe('300 when absent or 0; at most 1800.'),
    ignore_daemon_sets: z.boolean().optional(),
    delete_empty_dir_data: z.boolean().optional(),
    force: z.boolean().optional(),
  })
  .meta({ struct: 'NodeDrainParams' });
export type NodeDrainParams = z.infer<typeof NodeDrainParams>;

const deadline = seconds(30);
const ofMachines = [
  clusterNotFound,
  nodeNotFound,
  mutationLocked,
  upgradeLocked,
  changedMeanwhile,
  kubernetesRefused,
];
const ofWorkload = [
  clusterNotFound,
  nodeNotFound,
  nodeUnregistered,
  workloadUnavailable,
  kubernetesRefused,
];

export const deleteNode = rpc({
  subject: 'slipway.v1.cluster-api.nodes.delete',
  input: NodeOfCluster,
  output: Done,
  deadline,
  errors: ofMachines,
});

export const pauseNode = rpc({
  subject: 'slipway.v1.cluster-api.nodes.pause',
  input: NodeOfCluster,
  output: Done,
  deadline,
  errors: ofMachines,
});

export const resumeNode = rpc({
  subject: 'slipway.v1.cluster-api.nodes.resume',
  input: NodeOfCluster,
  output: Done,
  deadline,
  errors: ofMachines,
});

export const cordonNode = rpc({
  subject: 'slipway.v1.cluster-api.nodes.cordon',
  input: NodeOfCluster,
  output: Done,
  deadline,
  errors: ofWorkload,
});

export const uncordonNode = rpc({
  subject: 'slipway.v1.cluster-api.nodes.uncordon',
  input: NodeOfCluster,
  output: Done,
  deadline,
  errors: ofWorkload,
});

/** One step of a drain, in words and by pod. */
export const DrainStep = z.object({
  step: z.enum(['cordoned', 'skipped', 'evicting', 'waiting', 'evicted']),
  pod: z.string().optional().describe('namespace/name'),
  message: z.string(),
});
export type DrainStep = z.infer<typeof DrainStep>;

/** Longer than the longest drain that may be asked for. */
export const drainNode = stream({
  subject: 'slipway.v1.cluster-api.nodes.drain',
  input: NodeOfCluster.extend({ params: NodeDrainParams }),
  item: DrainStep,
  output: Done,
  deadline: seconds(1860),
  errors: [...ofWorkload, validationFailed, drainBlocked, drainDeadline, interrupted],
});
