import { type KubeObject, type Tree } from '../../api/index.js';
import { apiVersions, groups, labels } from '../objects/index.js';

export interface ClusterRequest {
  readonly name: string;
  readonly namespace: string;
  readonly controlPlanes?: number;
  readonly workers?: number;
  readonly version?: string;
  readonly paused?: boolean;
}

/** The Cluster, and what is created after it, as a service creates a cluster: paused, to be activated last. */
export function clusterManifests(request: ClusterRequest): {
  readonly cluster: KubeObject;
  readonly children: (uid: string) => readonly KubeObject[];
} {
  const { name, namespace, controlPlanes = 1, workers = 1, version = 'v1.36.8' } = request;
  const { paused = true } = request;
  const own = { [labels.cluster]: name };
  const reference = (apiGroup: string, kind: string, target: string): Tree => ({
    apiGroup,
    kind,
    name: target,
  });
  const cluster: KubeObject = {
    apiVersion: apiVersions.core,
    kind: 'Cluster',
    metadata: { name, namespace, labels: own },
    spec: {
      ...(paused ? { paused } : {}),
      clusterNetwork: {
        pods: { cidrBlocks: ['10.244.0.0/16'] },
        services: { cidrBlocks: ['10.96.0.0/12'] },
        serviceDomain: 'cluster.local',
      },
      controlPlaneRef: reference(groups.controlPlane, 'KubeadmControlPlane', `${name}-cp`),
      infrastructureRef: reference(groups.vates, 'XOCluster', name),
    },
  };
  const children = (uid: string): KubeObject[] => {
    const owner = { apiVersion: apiVersions.core, kind: 'Cluster', name, uid };
    const child = (
      apiVersion: string,
      kind: string,
      childName: string,
      spec: Tree,
      more: Tree = {},
    ): KubeObject => ({
      apiVersion,
      kind,
      metadata: {
        name: childName,
        namespace,
        labels: own,
        ownerReferences: [{ ...owner, ...more }],
      },
      spec,
    });
    const machine = (role: string): Tree => ({
      template: {
        spec: {
          namePrefix: `vates--${role}`,
          templateID: '1f0c3a52-6b1e-4c39-9a55-0d5f6a7f1c01',
          poolID: '7d2e9b84-33aa-4f0b-8a76-2f9d7c1e4b02',
          bootstrap: { format: 'cloudinit' },
          networkConfig: { networks: [{ networkID: 'c41b7e90-8f1d-4d2a-b5c3-96a0e2d1f703' }] },
          resourceSet: { cpus: 4, memory: '8Gi', diskSize: '40Gi' },
        },
      },
    });
    const deployment = `${name}-md-0`;
    const selected = { ...own, [labels.deployment]: deployment };
    return [
      child(
        apiVersions.vates,
        'XOCluster',
        name,
        { controlPlaneEndpoint: { host: '10.30.138.14', port: 6443, subnet: 16 } },
        { controller: true },
      ),
      child(apiVersions.vates, 'XOMachineTemplate', `${name}-cp`, machine('cp')),
      child(apiVersions.vates, 'XOMachineTemplate', `${name}-worker`, machine('worker')),
      child(apiVersions.bootstrap, 'KubeadmConfigTemplate', `${name}-worker`, {
        template: { spec: { preKubeadmCommands: [`FULL="${version}"`] } },
      }),
      child(apiVersions.controlPlane, 'KubeadmControlPlane', `${name}-cp`, {
        replicas: controlPlanes,
        version,
        rollout: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } },
        machineTemplate: {
          spec: { infrastructureRef: reference(groups.vates, 'XOMachineTemplate', `${name}-cp`) },
        },
        kubeadmConfigSpec: { preKubeadmCommands: [`FULL="${version}"`] },
      }),
      child(apiVersions.core, 'MachineDeployment', deployment, {
        clusterName: name,
        replicas: workers,
        rollout: {
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        },
        selector: { matchLabels: selected },
        template: {
          metadata: { labels: selected },
          spec: {
            clusterName: name,
            version,
            bootstrap: {
              configRef: reference(groups.bootstrap, 'KubeadmConfigTemplate', `${name}-worker`),
            },
            infrastructureRef: reference(groups.vates, 'XOMachineTemplate', `${name}-worker`),
          },
        },
      }),
    ];
  };
  return { cluster, children };
}
