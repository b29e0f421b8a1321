import { type KubeObject } from '../api/index.js';
import { controlPlaneConfig, workerConfig } from './bootstrap.js';
import { clusterObject, infrastructureObjects } from './cluster-objects.js';
import { machinesOf, type MachineGroup, type PlannedMachine } from './machines.js';
import {
  apiVersionIn,
  clusterNameLabel,
  conditionsOf,
  groups,
  metadataOf,
  ownedBy,
  reference,
  type Setting,
} from './metadata.js';
import { type ClusterPlan } from './plan.js';
import { converged, machinesGood, selectorText, settled, type Child } from './rest.js';
import { machineDeployment, machineSet } from './worker-objects.js';

/** What the management cluster holds for one cluster at rest. */
export interface ManagedCluster {
  readonly objects: readonly KubeObject[];
  readonly machines: readonly PlannedMachine[];
}

export function managedCluster(plan: ClusterPlan, setting: Setting): ManagedCluster {
  const { name, version, controlPlanes, workers } = plan;
  const endpoint = `10.${plan.site}.0.14`;
  const cluster = clusterObject(plan, setting, endpoint);
  const ownerReferences = [ownedBy(cluster)];
  const child: Child = (childName, more = {}) =>
    metadataOf(setting, childName, { ownerReferences, ...more });
  const controlPlane = kubeadmControlPlane(plan, setting, { endpoint, child });
  const deployment = machineDeployment(plan, setting, child);
  const set = machineSet(plan, setting, deployment);
  const group = (own: Omit<MachineGroup, 'plan' | 'setting'>) =>
    machinesOf({ plan, setting, ...own });
  const machines = [
    ...group({ owner: controlPlane, role: 'control-plane', count: controlPlanes }),
    ...group({ owner: set, role: 'worker', count: workers }),
  ];
  const objects = [
    cluster,
    ...infrastructureObjects(name, endpoint, setting, child),
    {
      apiVersion: apiVersionIn('bootstrap'),
      kind: 'KubeadmConfigTemplate',
      metadata: child(`${name}-worker`),
      spec: { template: { spec: workerConfig(version) } },
    },
    controlPlane,
    deployment,
    set,
    ...machines.flatMap(({ machine, infrastructure }) => [machine, infrastructure]),
  ];
  return { objects, machines };
}

function kubeadmControlPlane(
  { name, version, controlPlanes }: ClusterPlan,
  setting: Setting,
  { endpoint, child }: { readonly endpoint: string; readonly child: Child },
): KubeObject {
  return {
    apiVersion: apiVersionIn('controlPlane'),
    kind: 'KubeadmControlPlane',
    metadata: child(`${name}-cp`, { finalizers: [`kubeadm.${groups.controlPlane}`] }),
    spec: {
      replicas: controlPlanes,
      version,
      rollout: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } },
      machineTemplate: {
        spec: { infrastructureRef: reference(groups.vates, 'XOMachineTemplate', `${name}-cp`) },
      },
      kubeadmConfigSpec: controlPlaneConfig(version, endpoint),
    },
    status: {
      ...converged(controlPlanes, version),
      selector: selectorText({ [clusterNameLabel]: name, 'cluster.x-k8s.io/control-plane': '' }),
      observedGeneration: 1,
      version,
      initialization: { controlPlaneInitialized: true },
      conditions: conditionsOf(
        setting,
        1,
        'Available',
        'Initialized',
        'CertificatesAvailable=Available',
        'EtcdClusterHealthy=Healthy',
        'ControlPlaneComponentsHealthy=Healthy',
        ...machinesGood,
        ...settled,
      ),
    },
  };
}
