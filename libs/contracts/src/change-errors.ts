import { kind, refusal } from './errors.js';

/** Why a change is refused; nothing was done. */
export const clusterExists = refusal<{ cluster: string }>(
  kind('cluster-exists', 409),
  ({ cluster }) => `a cluster named "${cluster}" exists already`,
);
export const targetPaused = refusal<{ target: string }>(
  kind('target-paused', 409),
  ({ target }) => `${target} is paused; resume it first`,
);
export const targetDeleting = refusal<{ target: string }>(
  kind('target-deleting', 409),
  ({ target }) => `${target} is being deleted`,
);
export const topologyManaged = refusal<{ cluster: string }>(
  kind('topology-managed', 409),
  ({ cluster }) =>
    `cluster "${cluster}" is managed by spec.topology, which would undo the change; change its topology`,
);
export const controlPlaneUnsupported = refusal<{ cluster: string; found: string }>(
  kind('control-plane-unsupported', 409),
  ({ cluster, found }) =>
    `cluster "${cluster}" has ${found}; only a KubeadmControlPlane can be changed here`,
);
export const targetMissing = refusal<{ cluster: string; what: string }>(
  kind('target-missing', 409),
  ({ cluster, what }) => `cluster "${cluster}" has no ${what}`,
);
export const targetAmbiguous = refusal<{ cluster: string; names: readonly string[] }>(
  kind('target-ambiguous', 409),
  ({ cluster, names }) =>
    `cluster "${cluster}" has several MachineDeployments (${names.join(', ')}); only one can be scaled here`,
);
export const autoscalerManaged = refusal<{ target: string; annotation: string }>(
  kind('autoscaler-managed', 409),
  ({ target, annotation }) => `${target} belongs to the autoscaler (annotation ${annotation})`,
);
export const ownedByAnother = refusal<{ target: string; cluster: string }>(
  kind('owned-by-another', 409),
  ({ target, cluster }) => `${target} is owned by another Cluster than "${cluster}" as it is now`,
);
export const changedMeanwhile = refusal<{ target: string }>(
  kind('changed-meanwhile', 409),
  ({ target }) => `${target} was changed at the same time; read it again and repeat`,
);
export const mutationLocked = refusal<{ cluster: string; holder: string }>(
  kind('mutation-locked', 409),
  ({ cluster, holder }) => `cluster "${cluster}" is reserved by ${holder}`,
);
export const upgradeLocked = refusal<{ cluster: string; because: string }>(
  kind('upgrade-locked', 409),
  ({ cluster, because }) => `cluster "${cluster}" ${because}`,
);
export const nodeUnregistered = refusal<{ node: string }>(
  kind('node-unregistered', 409),
  ({ node }) => `node "${node}" has not registered with its workload cluster yet`,
);
export const drainBlocked = refusal<{ because: string }>(
  kind('drain-blocked', 409),
  ({ because }) => because,
);
export const drainDeadline = refusal<{ because: string }>(
  kind('drain-deadline', 504),
  ({ because }) => because,
);
export const admissionRejected = refusal<{ because: string }>(
  kind('admission-rejected', 422),
  ({ because }) => `Kubernetes rejects the change: ${because}`,
);
export const configurationMissing = refusal<{ because: string }>(
  kind('configuration-missing', 500),
  ({ because }) => `the server's configuration is missing or wrong: ${because}`,
);
export const kubernetesRefused = refusal<{ what: string; because: string }>(
  kind('kubernetes-refused', 500),
  ({ what, because }) => `Kubernetes refused ${what}: ${because}`,
);

/** All of them, for the table of every refusal. */
export const changeErrors = [
  admissionRejected,
  autoscalerManaged,
  changedMeanwhile,
  clusterExists,
  configurationMissing,
  controlPlaneUnsupported,
  drainBlocked,
  drainDeadline,
  kubernetesRefused,
  mutationLocked,
  nodeUnregistered,
  ownedByAnother,
  targetAmbiguous,
  targetDeleting,
  targetMissing,
  targetPaused,
  topologyManaged,
  upgradeLocked,
];
