import { describe, expect, test } from '@jest/globals';
import { sampleCreation, sampleDefaults } from '../../builders/index.js';
import { decodeDefaults } from '../defaults/index.js';
import { dryRunUid, planCreation, type PlannedObject, type Role } from './index.js';

const clusterUid = 'd16c56df-c370-4cb2-b70f-f04c243e9670';

function plan(uid = clusterUid): readonly PlannedObject[] {
  const decoded = decodeDefaults(sampleDefaults);
  if ('faults' in decoded) throw new Error(JSON.stringify(decoded.faults));
  const { defaults } = decoded;
  return planCreation({
    params: sampleCreation,
    defaults,
    namespace: 'capi-system',
    clusterUid: uid,
  });
}

const vates = 'vates.infrastructure.cluster.x-k8s.io';
const owned = (name: string, controller = {}) => ({
  name,
  namespace: 'capi-system',
  labels: { 'cluster.x-k8s.io/cluster-name': 'my-cluster' },
  ownerReferences: [
    {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Cluster',
      name: 'my-cluster',
      uid: clusterUid,
      ...controller,
    },
  ],
});
const nodeRegistration = {
  kubeletExtraArgs: [
    { name: 'cloud-provider', value: 'external' },
    { name: 'cgroup-driver', value: 'systemd' },
  ],
};
const networks = [{ networkID: 'c41b7e90-8f1d-4d2a-b5c3-96a0e2d1f703' }];
const workerLabels = {
  'cluster.x-k8s.io/cluster-name': 'my-cluster',
  'cluster.x-k8s.io/deployment-name': 'my-cluster-md-0',
};

/** The objects of the sample request, key by key; `resource` is where each is created. */
const expected: readonly (readonly [role: Role, resource: string, object: object])[] = [
  [
    'cluster',
    'cluster.x-k8s.io/v1beta2/clusters',
    {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Cluster',
      metadata: {
        name: 'my-cluster',
        namespace: 'capi-system',
        labels: {
          'cluster.x-k8s.io/cluster-name': 'my-cluster',
          'tags.vmk.vates.tech/environment': 'development',
        },
        annotations: {
          'vmk.vates.tech/description': 'Development cluster for the backend team',
          'vmk.vates.tech/created-by-xo-user-id': 'xo-user-123',
        },
      },
      spec: {
        paused: true,
        clusterNetwork: {
          pods: { cidrBlocks: ['10.244.0.0/16'] },
          services: { cidrBlocks: ['10.96.0.0/12'] },
          serviceDomain: 'cluster.local',
        },
        controlPlaneRef: {
          apiGroup: 'controlplane.cluster.x-k8s.io',
          kind: 'KubeadmControlPlane',
          name: 'my-cluster-cp',
        },
        infrastructureRef: { apiGroup: vates, kind: 'XOCluster', name: 'my-cluster' },
      },
    },
  ],
  [
    'infrastructure',
    `${vates}/v1beta2/xoclusters`,
    {
      apiVersion: `${vates}/v1beta2`,
      kind: 'XOCluster',
      metadata: owned('my-cluster', { controller: true }),
      spec: {
        controlPlaneEndpoint: { host: '10.30.138.14', port: 6443, subnet: 16 },
        controlPlaneLB: 'kube-vip',
        addons: {
          ccm: true,
          csi: true,
          cni: 'cilium',
          cilium: {
            kubeProxyReplacement: true,
            k8sServiceHost: '10.30.138.14',
            k8sServicePort: 6443,
          },
        },
      },
    },
  ],
  [
    'control-plane-machines',
    `${vates}/v1beta2/xomachinetemplates`,
    {
      apiVersion: `${vates}/v1beta2`,
      kind: 'XOMachineTemplate',
      metadata: owned('my-cluster-cp'),
      spec: {
        template: {
          spec: {
            namePrefix: 'jls-capi-dev--cp',
            templateID: '1f0c3a52-6b1e-4c39-9a55-0d5f6a7f1c01',
            poolID: '7d2e9b84-33aa-4f0b-8a76-2f9d7c1e4b02',
            bootstrap: { format: 'cloudinit' },
            networkConfig: { networks },
            resourceSet: { cpus: 4, memory: '8Gi', diskSize: '40Gi' },
            tags: ['production', 'platform-team', 'tier-control-plane'],
          },
        },
      },
    },
  ],
  [
    'worker-machines',
    `${vates}/v1beta2/xomachinetemplates`,
    {
      apiVersion: `${vates}/v1beta2`,
      kind: 'XOMachineTemplate',
      metadata: owned('my-cluster-worker'),
      spec: {
        template: {
          spec: {
            namePrefix: 'jls-capi-dev--worker',
            templateName: 'alma10-k8s-base',
            poolName: 'lab-pool',
            bootstrap: { format: 'cloudinit' },
            networkConfig: {
              networks,
              addressesFromPools: [
                {
                  apiGroup: 'ipam.cluster.x-k8s.io',
                  kind: 'InClusterIPPool',
                  name: 'my-cluster-pool',
                },
              ],
            },
            resourceSet: { cpus: 4, memory: '8Gi', diskSize: '60Gi' },
            tags: ['production', 'platform-team'],
          },
        },
      },
    },
  ],
  [
    'worker-bootstrap',
    'bootstrap.cluster.x-k8s.io/v1beta2/kubeadmconfigtemplates',
    {
      apiVersion: 'bootstrap.cluster.x-k8s.io/v1beta2',
      kind: 'KubeadmConfigTemplate',
      metadata: owned('my-cluster-worker'),
      spec: {
        template: {
          spec: {
            joinConfiguration: { nodeRegistration },
            preKubeadmCommands: [
              'FULL="v1.36.9"',
              'MINOR="${FULL%.*}"',
              "swapoff -a; sed -i '/[[:space:]]swap[[:space:]]/d' /etc/fstab",
            ],
          },
        },
      },
    },
  ],
  [
    'control-plane',
    'controlplane.cluster.x-k8s.io/v1beta2/kubeadmcontrolplanes',
    {
      apiVersion: 'controlplane.cluster.x-k8s.io/v1beta2',
      kind: 'KubeadmControlPlane',
      metadata: owned('my-cluster-cp'),
      spec: {
        replicas: 3,
        version: 'v1.36.9',
        rollout: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } },
        machineTemplate: {
          spec: {
            infrastructureRef: {
              apiGroup: vates,
              kind: 'XOMachineTemplate',
              name: 'my-cluster-cp',
            },
          },
        },
        kubeadmConfigSpec: {
          clusterConfiguration: {
            apiServer: { certSANs: ['localhost', '127.0.0.1', '10.30.138.14'] },
          },
          initConfiguration: { skipPhases: ['addon/kube-proxy'], nodeRegistration },
          joinConfiguration: { nodeRegistration },
          preKubeadmCommands: [
            'FULL="v1.36.9"',
            'IP="10.30.138.14"',
            'MINOR="${FULL%.*}"',
            "swapoff -a; sed -i '/[[:space:]]swap[[:space:]]/d' /etc/fstab",
            `printf '[k8s]\\nname=k8s\\nbaseurl=https://pkgs.k8s.io/core:/stable:/%s/rpm/\\ngpgcheck=0\\n' "$MINOR" >/etc/yum.repos.d/k8s.repo`,
            'dnf install -y containerd runc "kubelet-${FULL#v}" "kubeadm-${FULL#v}" "kubectl-${FULL#v}"',
            'echo "$IP $(hostname)" >/etc/vmk-node',
          ],
        },
      },
    },
  ],
  [
    'workers',
    'cluster.x-k8s.io/v1beta2/machinedeployments',
    {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'MachineDeployment',
      metadata: owned('my-cluster-md-0'),
      spec: {
        clusterName: 'my-cluster',
        replicas: 2,
        rollout: {
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        },
        selector: { matchLabels: workerLabels },
        template: {
          metadata: { labels: workerLabels },
          spec: {
            clusterName: 'my-cluster',
            version: 'v1.36.9',
            bootstrap: {
              configRef: {
                apiGroup: 'bootstrap.cluster.x-k8s.io',
                kind: 'KubeadmConfigTemplate',
                name: 'my-cluster-worker',
              },
            },
            infrastructureRef: {
              apiGroup: vates,
              kind: 'XOMachineTemplate',
              name: 'my-cluster-worker',
            },
          },
        },
      },
    },
  ],
];

describe('the plan of the sample request', () => {
  test('makes the seven objects, the Cluster first', () => {
    expect(plan().map(({ role }) => role)).toEqual(expected.map(([role]) => role));
  });

  test.each(expected)('%s is created in %s', (role, where, object) => {
    const planned = plan().find((each) => each.role === role);
    const { group, version, plural } = planned?.resource ?? {};
    expect(`${group}/${version}/${plural}`).toBe(where);
    expect(planned?.object).toStrictEqual(object);
  });

  test('differs by nothing but the owner between the dry run and the creation', () => {
    const dry = JSON.stringify(plan(dryRunUid));
    expect(dry.replaceAll(dryRunUid, clusterUid)).toBe(JSON.stringify(plan()));
  });
});
