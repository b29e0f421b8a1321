import { type KubeObject, type Tree } from '../api/index.js';
import {
  apiVersionIn,
  conditionsOf,
  groups,
  metadataOf,
  reference,
  type Setting,
} from './metadata.js';
import { poolId, vmNamePrefix } from './names.js';
import { type ClusterPlan } from './plan.js';
import { converged, settled, type Child } from './rest.js';

export function clusterObject(plan: ClusterPlan, setting: Setting, endpoint: string): KubeObject {
  const { name, version, description, createdBy } = plan;
  const tags = Object.entries(plan.tags).map(([tag, value]) => [
    `tags.vmk.vates.tech/${tag}`,
    value,
  ]);
  const counters = (replicas: number): Tree => ({
    desiredReplicas: replicas,
    ...converged(replicas, version),
  });
  const annotations = {
    ...(description ? { 'vmk.vates.tech/description': description } : {}),
    ...(createdBy ? { 'vmk.vates.tech/created-by-xo-user-id': createdBy } : {}),
  };
  // Created paused, then activated: a cluster that Slipway made is in its second generation.
  const generation = 2;
  return {
    apiVersion: apiVersionIn('core'),
    kind: 'Cluster',
    metadata: metadataOf(setting, name, {
      generation,
      finalizers: ['cluster.cluster.x-k8s.io'],
      labels: Object.fromEntries(tags),
      ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
    }),
    spec: {
      clusterNetwork: {
        pods: { cidrBlocks: ['10.244.0.0/16'] },
        services: { cidrBlocks: ['10.96.0.0/12'] },
        serviceDomain: 'cluster.local',
      },
      controlPlaneEndpoint: { host: endpoint, port: 6443 },
      controlPlaneRef: reference(groups.controlPlane, 'KubeadmControlPlane', `${name}-cp`),
      infrastructureRef: reference(groups.vates, 'XOCluster', name),
    },
    status: {
      phase: 'Provisioned',
      observedGeneration: generation,
      initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true },
      controlPlane: counters(plan.controlPlanes),
      workers: counters(plan.workers),
      conditions: conditionsOf(
        setting,
        generation,
        'Available',
        'RemoteConnectionProbe=ProbeSucceeded',
        'InfrastructureReady=Ready',
        'ControlPlaneInitialized=Initialized',
        'ControlPlaneAvailable=Available',
        'WorkersAvailable=Available',
        'ControlPlaneMachinesReady=Ready',
        'WorkerMachinesReady=Ready',
        'ControlPlaneMachinesUpToDate=UpToDate',
        'WorkerMachinesUpToDate=UpToDate',
        ...settled,
      ),
    },
  };
}

/** XOCluster and the two XOMachineTemplates. */
export function infrastructureObjects(
  name: string,
  endpoint: string,
  setting: Setting,
  child: Child,
): KubeObject[] {
  const controlPlaneEndpoint = { host: endpoint, port: 6443, subnet: 16 };
  const templates = [`${name}-cp`, `${name}-worker`].map((templateName) => ({
    apiVersion: apiVersionIn('vates'),
    kind: 'XOMachineTemplate',
    metadata: child(templateName),
    spec: { template: { spec: machineTemplate(templateName.endsWith('-cp')) } },
  }));
  return [
    {
      apiVersion: apiVersionIn('vates'),
      kind: 'XOCluster',
      metadata: child(name, { finalizers: [`${groups.vates}/xocluster`] }),
      spec: {
        controlPlaneEndpoint,
        controlPlaneLB: 'kube-vip',
        injectSSHKeys: false,
        addons: { ccm: true, csi: true, cni: 'cilium', cilium: { kubeProxyReplacement: true } },
      },
      status: {
        ready: true,
        initialization: { provisioned: true },
        controlPlaneEndpoint,
        conditions: conditionsOf(setting, 1, 'Ready=ClusterInfrastructureReady'),
      },
    },
    ...templates,
  ];
}

const machineTemplate = (controlPlane: boolean): Tree => ({
  namePrefix: `${vmNamePrefix}${controlPlane ? '-cp' : '-worker'}`,
  templateID: '1f0c3a52-6b1e-4c39-9a55-0d5f6a7f1c01',
  poolID: poolId,
  bootstrap: { format: 'cloudinit' },
  networkConfig: { networks: [{ networkID: 'c41b7e90-8f1d-4d2a-b5c3-96a0e2d1f703' }] },
  resourceSet: { cpus: 4, memory: '8Gi', diskSize: controlPlane ? '40Gi' : '60Gi' },
  tags: ['platform-team'],
});
