import { type Tree } from '../api/index.js';

const kubeletExtraArgs = [
  { name: 'cloud-provider', value: 'external' },
  { name: 'cgroup-driver', value: 'systemd' },
];

const nodeRegistration = { kubeletExtraArgs };

const preparation = [
  'MINOR="${FULL%.*}"',
  "swapoff -a; sed -i '/[[:space:]]swap[[:space:]]/d' /etc/fstab",
  `printf '[k8s]\\nname=k8s\\nbaseurl=https://pkgs.k8s.io/core:/stable:/%s/rpm/\\ngpgcheck=0\\n' "$MINOR" >/etc/yum.repos.d/k8s.repo`,
  'dnf install -y containerd runc "kubelet-${FULL#v}" "kubeadm-${FULL#v}"',
  'systemctl enable --now containerd kubelet',
];

/** The kubeadm configuration of workers; upgrades look for its one line `FULL="<version>"`. */
export const workerConfig = (version: string): Tree => ({
  joinConfiguration: { nodeRegistration },
  preKubeadmCommands: [`FULL="${version}"`, ...preparation],
});

export const controlPlaneConfig = (version: string, endpoint: string): Tree => ({
  clusterConfiguration: { apiServer: { certSANs: ['localhost', '127.0.0.1', endpoint] } },
  initConfiguration: { skipPhases: ['addon/kube-proxy'], nodeRegistration },
  joinConfiguration: { nodeRegistration },
  preKubeadmCommands: [
    `FULL="${version}"`,
    `IP="${endpoint}"`,
    ...preparation,
    'echo "$IP $(hostname)" >/etc/vmk-node',
  ],
});

/** An operator's `cluster-defaults`: what the creation of a cluster takes from configuration. */
export const clusterDefaults: Readonly<Record<string, string>> = {
  workerName: 'md-0',
  podCIDR: '10.244.0.0/16',
  serviceCIDR: '10.96.0.0/12',
  serviceDomain: 'cluster.local',
  controlPlaneEndpointPort: '6443',
  controlPlaneEndpointSubnet: '16',
  controlPlaneLoadBalancer: 'kube-vip',
  cni: 'cilium',
  xoTags: '- production\n- platform-team\n',
  cilium: 'kubeProxyReplacement: true\n',
  controlPlaneMachineSpec: `templateID: 1f0c3a52-6b1e-4c39-9a55-0d5f6a7f1c01
poolID: 7d2e9b84-33aa-4f0b-8a76-2f9d7c1e4b02
bootstrap: {format: cloudinit}
networkConfig:
  networks: [{networkID: c41b7e90-8f1d-4d2a-b5c3-96a0e2d1f703}]
resourceSet: {cpus: 4, memory: 8Gi, diskSize: 40Gi}
tags: [tier-control-plane]
`,
  workerMachineSpec: `templateName: alma10-k8s-base
poolName: lab-pool
bootstrap: {format: cloudinit}
networkConfig:
  networks: [{networkID: c41b7e90-8f1d-4d2a-b5c3-96a0e2d1f703}]
resourceSet: {cpus: 4, memory: 8Gi, diskSize: 60Gi}
`,
  controlPlaneKubeadmConfig: `clusterConfiguration:
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
  - MINOR="\${FULL%.*}"
  - swapoff -a
  - dnf install -y containerd runc "kubelet-\${FULL#v}" "kubeadm-\${FULL#v}"
  - systemctl enable --now containerd kubelet
  - echo "$IP $(hostname)" >/etc/vmk-node
`,
  workerKubeadmConfig: `joinConfiguration:
  nodeRegistration:
    kubeletExtraArgs: [{name: cloud-provider, value: external}, {name: cgroup-driver, value: systemd}]
preKubeadmCommands:
  - FULL="{{KUBERNETES_VERSION}}"
  - MINOR="\${FULL%.*}"
  - swapoff -a
  - dnf install -y containerd runc "kubelet-\${FULL#v}" "kubeadm-\${FULL#v}"
  - systemctl enable --now containerd kubelet
`,
};
