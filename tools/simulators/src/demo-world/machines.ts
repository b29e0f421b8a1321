import { timestamp, type KubeObject, type Tree } from '../api/index.js';
import {
  apiVersionIn,
  conditionsOf,
  controlledBy,
  groups,
  metadataOf,
  ownedBy,
  reference,
  type Setting,
} from './metadata.js';
import { poolId, suffixOf, uuidOf, vmNamePrefix } from './names.js';
import { type ClusterPlan } from './plan.js';

export interface MachineGroup {
  readonly plan: ClusterPlan;
  readonly setting: Setting;
  /** KubeadmControlPlane or MachineSet. */
  readonly owner: KubeObject;
  readonly role: 'control-plane' | 'worker';
  readonly count: number;
}

/** A Machine with the virtual machine behind it, and what its Node is like. */
export interface PlannedMachine {
  readonly machine: KubeObject;
  readonly infrastructure: KubeObject;
  readonly role: MachineGroup['role'];
  readonly nodeName: string;
  readonly address: string;
  readonly providerID: string;
}

export const nodeInfoOf = (version: string, systemUUID: string): Tree => ({
  machineID: systemUUID.replaceAll('-', ''),
  systemUUID,
  bootID: uuidOf(systemUUID, 'boot'),
  kernelVersion: '6.12.0-55.el10.x86_64',
  osImage: 'AlmaLinux 10.0 (Purple Lion)',
  containerRuntimeVersion: 'containerd://2.1.4',
  kubeletVersion: version,
  kubeProxyVersion: '',
  operatingSystem: 'linux',
  architecture: 'amd64',
});

export function machinesOf(group: MachineGroup): PlannedMachine[] {
  return Array.from({ length: group.count }, (_, index) => machineAt(group, index));
}

function machineAt(
  { plan, setting, owner, role, count }: MachineGroup,
  index: number,
): PlannedMachine {
  // In large groups five characters can meet by chance; a number before them keeps names apart.
  const distinct = count > 100 ? `${index}-` : '';
  const suffix = suffixOf(plan.name, role, String(index));
  const name = `${owner.metadata.name}-${distinct}${suffix}`;
  const isControlPlane = role === 'control-plane';
  const short = isControlPlane ? 'cp' : 'worker';
  const nodeName = `${vmNamePrefix}${plan.name}-${short}-${distinct}${suffix}`;
  const vm = uuidOf('vm', plan.name, name);
  const providerID = `xenorchestra://${poolId}/${vm}`;
  const host = (isControlPlane ? 20 : 100) + index;
  const address = `10.${plan.site}.${Math.floor(host / 250)}.${1 + (host % 250)}`;
  const addresses = [
    { type: 'InternalIP', address },
    { type: 'Hostname', address: nodeName },
  ];
  const minutes = isControlPlane ? 2 + 3 * Math.min(index, 10) : 6;
  const machine: KubeObject = {
    apiVersion: apiVersionIn('core'),
    kind: 'Machine',
    metadata: metadataOf(setting, name, {
      minutes,
      labels: labelsOf(owner, isControlPlane),
      ownerReferences: [controlledBy(owner)],
      finalizers: ['machine.cluster.x-k8s.io'],
      ...(isControlPlane
        ? { annotations: { 'pre-terminate.delete.hook.machine.cluster.x-k8s.io/kcp-cleanup': '' } }
        : {}),
    }),
    spec: {
      clusterName: plan.name,
      version: plan.version,
      providerID,
      bootstrap: { dataSecretName: name },
      infrastructureRef: reference(groups.vates, 'XOMachine', name),
      deletion: { nodeDeletionTimeoutSeconds: 10 },
    },
    status: {
      phase: 'Running',
      observedGeneration: 1,
      initialization: { infrastructureProvisioned: true, bootstrapDataSecretCreated: true },
      nodeRef: { name: nodeName },
      nodeInfo: nodeInfoOf(plan.version, vm),
      addresses,
      lastUpdated: timestamp(new Date(setting.createdAt.getTime() + (minutes + 3) * 60_000)),
      conditions: machineConditions(setting, isControlPlane),
    },
  };
  const infrastructure: KubeObject = {
    apiVersion: apiVersionIn('vates'),
    kind: 'XOMachine',
    metadata: metadataOf(setting, name, {
      minutes,
      labels: labelsOf(owner, isControlPlane),
      annotations: {
        'cluster.x-k8s.io/cloned-from-name': `${plan.name}-${short}`,
        'cluster.x-k8s.io/cloned-from-groupkind': `XOMachineTemplate.${groups.vates}`,
      },
      ownerReferences: [{ ...ownedBy(machine), controller: true, blockOwnerDeletion: true }],
      finalizers: [`${groups.vates}/xomachine`],
    }),
    spec: {
      namePrefix: `${vmNamePrefix}-${short}`,
      templateID: '1f0c3a52-6b1e-4c39-9a55-0d5f6a7f1c01',
      poolID: poolId,
      resourceSet: { cpus: 4, memory: '8Gi', diskSize: isControlPlane ? '40Gi' : '60Gi' },
      providerID,
    },
    status: {
      ready: true,
      providerID,
      initialization: { provisioned: true },
      addresses: addresses.slice(0, 1),
      conditions: conditionsOf(setting, 1, 'Ready=VmReady'),
    },
  };
  return { machine, infrastructure, role, nodeName, address, providerID };
}

function labelsOf({ metadata }: KubeObject, isControlPlane: boolean): Record<string, string> {
  return isControlPlane
    ? {
        'cluster.x-k8s.io/control-plane': '',
        'cluster.x-k8s.io/control-plane-name': metadata.name,
      }
    : { ...metadata.labels };
}

function machineConditions(setting: Setting, isControlPlane: boolean): Tree[] {
  const components = ['APIServerPod', 'ControllerManagerPod', 'SchedulerPod', 'EtcdPod'];
  return conditionsOf(
    setting,
    1,
    'Available',
    'Ready',
    'UpToDate',
    'BootstrapConfigReady=Ready',
    'InfrastructureReady=Ready',
    'NodeReady',
    'NodeHealthy',
    '!Updating',
    '!Deleting',
    '!Paused',
    ...(isControlPlane
      ? [
          ...components.map((component) => `${component}Healthy=Running`),
          'EtcdMemberHealthy=Healthy',
          'NodeKubeadmLabelsAndTaintsSet=AlwaysSet',
        ]
      : []),
  );
}
