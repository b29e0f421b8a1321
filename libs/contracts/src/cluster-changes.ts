import { z } from 'zod';
import {
  admissionRejected,
  autoscalerManaged,
  changedMeanwhile,
  clusterExists,
  configurationMissing,
  controlPlaneUnsupported,
  kubernetesRefused,
  mutationLocked,
  ownedByAnother,
  targetAmbiguous,
  targetDeleting,
  targetMissing,
  targetPaused,
  topologyManaged,
  upgradeLocked,
} from './change-errors.js';
import { Cluster } from './clusters.js';
import { ResourceRef } from './common.js';
import { clusterNotFound, validationFailed } from './errors.js';
import { rpc, seconds } from './rpc.js';

/**
 * Bodies as they are decoded: types are right and no field is unknown, but any may be missing. What a field
 * must hold is judged by the service that owns the change. `struct` is the name that VMK Engine's
 * validator has for the body.
 */
export const ClusterCreateParams = z
  .strictObject({
    name: z.string().optional().describe('Lower-case RFC 1123 label.'),
    control_plane_replicas: z.int32().optional(),
    worker_replicas: z.int32().optional(),
    kubernetes_version: z.string().optional().describe('A release on offer, without v.'),
    control_plane_ip: z.string().optional().describe('IPv4 address.'),
    vm_name_prefix: z.string().optional(),
    description: z.string().optional(),
    created_by_xo_user_id: z.string().optional(),
    tags: z.record(z.string(), z.string()).optional(),
  })
  .meta({ struct: 'ClusterCreateParams' });
export type ClusterCreateParams = z.infer<typeof ClusterCreateParams>;

export const ClusterDescriptionParams = z
  .strictObject({ description: z.string().optional() })
  .meta({ struct: 'ClusterDescriptionParams' });

export const ClusterReplicasParams = z
  .strictObject({ replicas: z.int32().optional() })
  .meta({ struct: 'ClusterReplicasParams' });

/** A change on the management cluster: a few calls, each with its own time limit. */
const deadline = seconds(30);
const locks = [mutationLocked, upgradeLocked];
const ofAll = [clusterNotFound, changedMeanwhile, kubernetesRefused];
/** The answer of a change is its success alone. */
export const Done = z.strictObject({});

export const createCluster = rpc({
  subject: 'slipway.v1.cluster-api.clusters.create',
  input: z.strictObject({ params: ClusterCreateParams }),
  output: Cluster,
  deadline: seconds(60),
  errors: [
    validationFailed,
    clusterExists,
    changedMeanwhile,
    configurationMissing,
    kubernetesRefused,
  ],
});

export const deleteCluster = rpc({
  subject: 'slipway.v1.cluster-api.clusters.delete',
  input: z.strictObject({ cluster: ResourceRef }),
  output: Done,
  deadline,
  errors: [...ofAll, ...locks],
});

export const describeCluster = rpc({
  subject: 'slipway.v1.cluster-api.clusters.describe',
  input: z.strictObject({ cluster: ResourceRef, params: ClusterDescriptionParams }),
  output: Done,
  deadline,
  errors: [...ofAll, validationFailed],
});

export const pauseCluster = rpc({
  subject: 'slipway.v1.cluster-api.clusters.pause',
  input: z.strictObject({ cluster: ResourceRef }),
  output: Done,
  deadline,
  errors: [...ofAll, ...locks],
});

export const resumeCluster = rpc({
  subject: 'slipway.v1.cluster-api.clusters.resume',
  input: z.strictObject({ cluster: ResourceRef }),
  output: Done,
  deadline,
  errors: [...ofAll, ...locks],
});

const scaling = [
  ...ofAll,
  ...locks,
  validationFailed,
  admissionRejected,
  targetPaused,
  targetDeleting,
  topologyManaged,
  targetMissing,
  ownedByAnother,
];

export const scaleWorkers = rpc({
  subject: 'slipway.v1.cluster-api.clusters.scale-workers',
  input: z.strictObject({ cluster: ResourceRef, params: ClusterReplicasParams }),
  output: Done,
  deadline,
  errors: [...scaling, targetAmbiguous, autoscalerManaged],
});

export const scaleControlPlane = rpc({
  subject: 'slipway.v1.cluster-api.clusters.scale-control-plane',
  input: z.strictObject({ cluster: ResourceRef, params: ClusterReplicasParams }),
  output: Done,
  deadline,
  errors: [...scaling, controlPlaneUnsupported],
});
