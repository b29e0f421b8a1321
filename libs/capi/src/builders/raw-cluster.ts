import { conditionObject, type ConditionObject, type ConditionStatus } from './conditions.js';
import { type KubernetesObject } from './kubernetes-object.js';
import { served } from './object-builder.js';

export const clusterNameLabel = 'cluster.x-k8s.io/cluster-name';

export interface CountersObject {
  desiredReplicas?: number;
  replicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  upToDateReplicas?: number;
  versions?: { version: string; replicas: number }[];
}

export interface ClusterNetworkObject {
  apiServerPort?: number;
  pods?: { cidrBlocks: string[] };
  services?: { cidrBlocks: string[] };
  serviceDomain?: string;
}

export type RawCluster = KubernetesObject & {
  spec: {
    paused?: boolean;
    clusterNetwork?: ClusterNetworkObject;
    controlPlaneEndpoint?: { host: string; port: number };
    controlPlaneRef?: { apiGroup: string; kind: string; name: string };
    infrastructureRef?: { apiGroup: string; kind: string; name: string };
    topology?: object;
  };
  status?: {
    phase?: string;
    observedGeneration?: number;
    initialization?: { controlPlaneInitialized?: boolean; infrastructureProvisioned?: boolean };
    controlPlane?: CountersObject;
    workers?: CountersObject;
    conditions?: ConditionObject[];
  };
};

export interface ClusterReplicas {
  readonly controlPlane: number;
  readonly workers: number;
  /** With `v`. */
  readonly version: string;
}

export const atRest: ClusterReplicas = { controlPlane: 3, workers: 2, version: 'v1.36.8' };

/** All counters of a group that has what it wants, at one version. */
export function converged(replicas: number, version: string): CountersObject {
  return {
    desiredReplicas: replicas,
    replicas,
    readyReplicas: replicas,
    availableReplicas: replicas,
    upToDateReplicas: replicas,
    ...(replicas > 0 ? { versions: [{ version, replicas }] } : {}),
  };
}

/** Provisioned, available, and neither scaling nor rolling out. */
export function clusterAtRest(name: string): RawCluster {
  const { controlPlane, workers, version } = atRest;
  const conditions: [string, ConditionStatus][] = [
    ['Available', 'True'],
    ['RemoteConnectionProbe', 'True'],
    ['InfrastructureReady', 'True'],
    ['ControlPlaneInitialized', 'True'],
    ['ControlPlaneAvailable', 'True'],
    ['WorkersAvailable', 'True'],
    ['RollingOut', 'False'],
    ['ScalingUp', 'False'],
    ['ScalingDown', 'False'],
    ['Deleting', 'False'],
    ['Paused', 'False'],
  ];
  return served(
    {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Cluster',
      spec: {
        clusterNetwork: {
          pods: { cidrBlocks: ['10.244.0.0/16'] },
          services: { cidrBlocks: ['10.96.0.0/12'] },
          serviceDomain: 'cluster.local',
        },
        controlPlaneEndpoint: { host: '10.30.138.14', port: 6443 },
        controlPlaneRef: {
          apiGroup: 'controlplane.cluster.x-k8s.io',
          kind: 'KubeadmControlPlane',
          name: `${name}-cp`,
        },
        infrastructureRef: {
          apiGroup: 'vates.infrastructure.cluster.x-k8s.io',
          kind: 'XOCluster',
          name,
        },
      },
      status: {
        phase: 'Provisioned',
        observedGeneration: 1,
        initialization: { controlPlaneInitialized: true, infrastructureProvisioned: true },
        controlPlane: converged(controlPlane, version),
        workers: converged(workers, version),
        conditions: conditions.map(([type, status]) =>
          conditionObject(type, status, { observedGeneration: 1 }),
        ),
      },
    },
    { name, namespace: 'capi-system', labels: { [clusterNameLabel]: name } },
  );
}
