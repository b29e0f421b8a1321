/** Cluster API's own words: labels, annotations, finalizers, groups. */
export const groups = {
  core: 'cluster.x-k8s.io',
  controlPlane: 'controlplane.cluster.x-k8s.io',
  bootstrap: 'bootstrap.cluster.x-k8s.io',
  vates: 'vates.infrastructure.cluster.x-k8s.io',
} as const;

export const labels = {
  cluster: 'cluster.x-k8s.io/cluster-name',
  controlPlane: 'cluster.x-k8s.io/control-plane',
  controlPlaneName: 'cluster.x-k8s.io/control-plane-name',
  deployment: 'cluster.x-k8s.io/deployment-name',
  set: 'cluster.x-k8s.io/set-name',
  templateHash: 'machine-template-hash',
} as const;

export const annotations = {
  paused: 'cluster.x-k8s.io/paused',
  deleteFirst: 'cluster.x-k8s.io/delete-machine',
  clonedFromName: 'cluster.x-k8s.io/cloned-from-name',
  clonedFromKind: 'cluster.x-k8s.io/cloned-from-groupkind',
  revision: 'machinedeployment.clusters.x-k8s.io/revision',
  kubeadmConfigHash: 'slipway-simulator/kubeadm-config-hash',
  excludeDrain: 'machine.cluster.x-k8s.io/exclude-node-draining',
  excludeDetach: 'machine.cluster.x-k8s.io/exclude-wait-for-node-volume-detach',
  skipPreflight: 'machineset.cluster.x-k8s.io/skip-preflight-checks',
  preDrainHook: 'pre-drain.delete.hook.machine.cluster.x-k8s.io',
  preTerminateHook: 'pre-terminate.delete.hook.machine.cluster.x-k8s.io',
  cleanupHook: 'pre-terminate.delete.hook.machine.cluster.x-k8s.io/kcp-cleanup',
} as const;

export const finalizers = {
  cluster: 'cluster.cluster.x-k8s.io',
  controlPlane: 'kubeadm.controlplane.cluster.x-k8s.io',
  deployment: 'cluster.x-k8s.io/machinedeployment',
  set: 'cluster.x-k8s.io/machineset',
  machine: 'machine.cluster.x-k8s.io',
  infrastructure: 'vates.infrastructure.cluster.x-k8s.io/xocluster',
  infrastructureMachine: 'vates.infrastructure.cluster.x-k8s.io/xomachine',
} as const;

export const apiVersions = {
  core: `${groups.core}/v1beta2`,
  controlPlane: `${groups.controlPlane}/v1beta2`,
  bootstrap: `${groups.bootstrap}/v1beta2`,
  vates: `${groups.vates}/v1beta2`,
} as const;
