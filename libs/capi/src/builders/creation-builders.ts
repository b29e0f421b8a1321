import { type CreationParams } from '../creation/index.js';

/** VMK Engine's sample request, with a tag. */
export const sampleCreation: CreationParams = {
  name: 'my-cluster',
  control_plane_replicas: 3,
  worker_replicas: 2,
  kubernetes_version: '1.36.9',
  control_plane_ip: '10.30.138.14',
  vm_name_prefix: 'jls-capi-dev-',
  description: 'Development cluster for the backend team',
  created_by_xo_user_id: 'xo-user-123',
  tags: { environment: 'development' },
};

const controlPlaneKubeadmConfig = String.raw`
clusterConfiguration:
  apiServer: {certSANs: [localhost, 127.0.0.1]}
initConfiguration:
  skipPhases: [addon/kube-proxy]
  nodeRegistration:
    kubeletExtraArgs: [{name: cloud-provider, value: external}, {name: cgroup-driver, value: systemd}]
joinConfiguration:
  nodeRegistration:
    kubeletExtraArgs: [{name: cloud-provider, value: external}, {name: cgroup-driver, value: systemd}]
preKubeadmCommands:
  - FULL="{{KUBERNETES_VERSION}}"
  - IP="{{CONTROL_PLANE_IP}}"
  - MINOR="${'$'}{FULL%.*}"
  - swapoff -a; sed -i '/[[:space:]]swap[[:space:]]/d' /etc/fstab
  - printf '[k8s]\nname=k8s\nbaseurl=https://pkgs.k8s.io/core:/stable:/%s/rpm/\ngpgcheck=0\n' "$MINOR" >/etc/yum.repos.d/k8s.repo
  - dnf install -y containerd runc "kubelet-${'$'}{FULL#v}" "kubeadm-${'$'}{FULL#v}" "kubectl-${'$'}{FULL#v}"
  - echo "$IP $(hostname)" >/etc/vmk-node
`;

const workerKubeadmConfig = String.raw`
joinConfiguration:
  nodeRegistration:
    kubeletExtraArgs: [{name: cloud-provider, value: external}, {name: cgroup-driver, value: systemd}]
preKubeadmCommands:
  - FULL="{{KUBERNETES_VERSION}}"
  - MINOR="${'$'}{FULL%.*}"
  - swapoff -a; sed -i '/[[:space:]]swap[[:space:]]/d' /etc/fstab
`;

/** `data` of a `cluster-defaults` ConfigMap with every key there is. */
export const sampleDefaults = {
  workerName: 'md-0',
  podCIDR: '10.244.0.0/16',
  serviceCIDR: '10.96.0.0/12',
  serviceDomain: 'cluster.local',
  controlPlaneEndpointPort: '6443',
  controlPlaneEndpointSubnet: '16',
  controlPlaneLoadBalancer: 'kube-vip',
  cni: 'cilium',
  controlPlaneMachineSpec: `
templateID: 1f0c3a52-6b1e-4c39-9a55-0d5f6a7f1c01
poolID: 7d2e9b84-33aa-4f0b-8a76-2f9d7c1e4b02
bootstrap: {format: cloudinit}
networkConfig:
  networks: [{networkID: c41b7e90-8f1d-4d2a-b5c3-96a0e2d1f703}]
resourceSet: {cpus: 4, memory: 8Gi, diskSize: 40Gi}
tags: [tier-control-plane]
`,
  workerMachineSpec: `
templateName: alma10-k8s-base
poolName: lab-pool
bootstrap: {format: cloudinit}
networkConfig:
  networks: [{networkID: c41b7e90-8f1d-4d2a-b5c3-96a0e2d1f703}]
  addressesFromPools:
    - {apiGroup: ipam.cluster.x-k8s.io, kind: InClusterIPPool, name: my-cluster-pool}
resourceSet: {cpus: 4, memory: 8Gi, diskSize: 60Gi}
`,
  controlPlaneKubeadmConfig,
  workerKubeadmConfig,
  xoTags: `
- production
- platform-team
`,
  cilium: `
kubeProxyReplacement: true
k8sServiceHost: 10.30.138.14
k8sServicePort: 6443
`,
} as const;
