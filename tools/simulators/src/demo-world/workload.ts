import { randomUUID } from 'node:crypto';
import { timestamp, type KubeObject, type ObjectMeta, type Tree } from '../api/index.js';
import { nodeInfoOf, type PlannedMachine } from './machines.js';
import { poolId, uuidOf } from './names.js';
import { type ClusterPlan } from './plan.js';
import { podsOf } from './pods.js';
import { volumesOf } from './volumes.js';

/** One cluster's inside: what `metadata` needs, and the machines that its Nodes stand for. */
export interface Inside {
  readonly plan: ClusterPlan;
  readonly createdAt: Date;
  readonly machines: readonly PlannedMachine[];
  /** Metadata of an object that came `hours` after the cluster. */
  readonly metadata: (
    name: string,
    more?: Partial<ObjectMeta> & { readonly hours?: number },
  ) => ObjectMeta;
}

export function insideOf(
  plan: ClusterPlan,
  createdAt: Date,
  machines: readonly PlannedMachine[],
): Inside {
  const metadata: Inside['metadata'] = (name, { hours = 0.25, ...rest } = {}) => ({
    name,
    uid: randomUUID(),
    creationTimestamp: timestamp(new Date(createdAt.getTime() + hours * 3_600_000)),
    ...rest,
  });
  return { plan, createdAt, machines, metadata };
}

/** What a cluster's own API server holds: namespaces, Nodes, Pods and their owners, volumes. */
export function workloadObjects(inside: Inside): KubeObject[] {
  const namespaces = ['default', 'kube-system', 'kube-public', 'kube-node-lease', 'shop', 'tools'];
  return [
    ...namespaces.map((name) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: inside.metadata(name, { labels: { 'kubernetes.io/metadata.name': name } }),
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    })),
    ...inside.machines.map((machine) => nodeOf(inside, machine)),
    ...podsOf(inside),
    ...volumesOf(inside),
  ];
}

function nodeOf({ metadata, plan, createdAt }: Inside, machine: PlannedMachine): KubeObject {
  const { nodeName, address, providerID, role } = machine;
  const isControlPlane = role === 'control-plane';
  const capacity = {
    cpu: '4',
    memory: '8130532Ki',
    'ephemeral-storage': '41921540Ki',
    pods: '110',
  };
  const host = uuidOf('host', plan.name, nodeName);
  const labels = {
    'kubernetes.io/hostname': nodeName,
    'kubernetes.io/os': 'linux',
    'kubernetes.io/arch': 'amd64',
    'topology.k8s.xenorchestra/pool_id': poolId,
    'topology.k8s.xenorchestra/host_id': host,
    'topology.kubernetes.io/region': poolId,
    'topology.kubernetes.io/zone': host,
    ...(isControlPlane ? { 'node-role.kubernetes.io/control-plane': '' } : {}),
  };
  const taint = { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' };
  const at = timestamp(new Date(createdAt.getTime() + 900_000));
  const condition = (type: string, status: string, reason: string): Tree => ({
    type,
    status,
    reason,
    message: '',
    lastHeartbeatTime: at,
    lastTransitionTime: at,
  });
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: metadata(nodeName, { labels }),
    spec: { providerID, ...(isControlPlane ? { taints: [taint] } : {}) },
    status: {
      capacity,
      allocatable: capacity,
      addresses: [
        { type: 'InternalIP', address },
        { type: 'Hostname', address: nodeName },
      ],
      conditions: [
        condition('MemoryPressure', 'False', 'KubeletHasSufficientMemory'),
        condition('DiskPressure', 'False', 'KubeletHasNoDiskPressure'),
        condition('PIDPressure', 'False', 'KubeletHasSufficientPID'),
        condition('Ready', 'True', 'KubeletReady'),
      ],
      nodeInfo: nodeInfoOf(plan.version, providerID.split('/').at(-1) ?? ''),
    },
  };
}
