import { timestamp, type KubeObject, type Tree } from '../../api/index.js';
import { nodeInfoOf } from '../../demo-world/node-info.js';
import { isDeleting, isSet, textAt } from '../objects/index.js';
import { machineDeletion } from './machine-deletion.js';
import { isControlPlane } from './members.js';
import { isPaused } from './paused.js';
import { type Scene } from './scene.js';
import { guestNameOf, virtualMachineOf } from './virtual-machine.js';

/** What is to be done to the Nodes of the cluster's own API. */
export interface NodeChanges {
  readonly join: readonly KubeObject[];
  readonly ready: readonly KubeObject[];
  readonly leave: readonly KubeObject[];
}

/** The Node of a Machine: by name once it is known, else by the virtual machine that both name. */
export function nodeOf({ workload }: Scene, machine: KubeObject): KubeObject | undefined {
  const name = textAt(machine, 'status', 'nodeRef', 'name');
  if (name !== undefined) return workload.nodes.get(name);
  const providerID = textAt(machine, 'spec', 'providerID');
  if (providerID === undefined) return undefined;
  return [...workload.nodes.values()].find((node) => node.spec?.['providerID'] === providerID);
}

/** Kubelets: each registers once, is ready a little later, and goes when its Machine's deletion says so. */
export function reconcileNodes(scene: Scene): NodeChanges {
  const { machines, workload, delays } = scene;
  const join = machines.filter(
    (machine) =>
      !isDeleting(machine) &&
      isSet(machine, 'status', 'initialization', 'infrastructureProvisioned') &&
      machine.status?.['nodeRef'] === undefined &&
      workload.connected &&
      !nodeOf(scene, machine) &&
      scene.passed(`${machine.metadata.uid}/join`, delays.nodeJoin),
  );
  const ready = [...workload.nodes.values()].filter(
    (node) => isStarting(node) && scene.passed(`${node.metadata.uid}/ready`, delays.nodeReady),
  );
  const leave = machines.filter((machine) => isDeleting(machine) && !isPaused(scene, machine));
  return {
    join: join.map((machine) => newNode(scene, machine)),
    ready: ready.map((node) => started(scene, node)),
    leave: leave.flatMap((machine) => {
      const { node } = machineDeletion(scene, machine);
      return (node === undefined ? undefined : workload.nodes.get(node)) ?? [];
    }),
  };
}

const starting = 'container runtime network not ready: cni plugin not initialized';

const conditionsOf = (node: KubeObject): readonly Tree[] =>
  (node.status?.['conditions'] ?? []) as Tree[];

/** As it registered, and untouched since: whoever changes its condition keeps the last word. */
const isStarting = (node: KubeObject): boolean =>
  conditionsOf(node).some((part) => part['type'] === 'Ready' && part['message'] === starting);

function started({ now }: Scene, node: KubeObject): KubeObject {
  const conditions = conditionsOf(node).map((part) =>
    part['type'] === 'Ready'
      ? condition(
          'Ready',
          'True',
          'KubeletReady',
          timestamp(now),
          'kubelet is posting ready status',
        )
      : part,
  );
  return { ...node, status: { ...node.status, conditions } };
}

function newNode(scene: Scene, machine: KubeObject): KubeObject {
  const infrastructure = scene.infraMachines.get(machine.metadata.name);
  const name = guestNameOf(machine, infrastructure);
  const { poolId, vmId } = virtualMachineOf(infrastructure ?? machine);
  const capacity = {
    cpu: '4',
    memory: '8130532Ki',
    'ephemeral-storage': '41921540Ki',
    pods: '110',
  };
  const controlPlane = isControlPlane(machine);
  const taint = { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' };
  const at = timestamp(scene.now);
  const version = textAt(machine, 'spec', 'version') ?? '';
  const internal = (machine.status?.['addresses'] ?? []) as Tree[];
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'topology.k8s.xenorchestra/pool_id': poolId,
        'topology.kubernetes.io/region': poolId,
        ...(controlPlane ? { 'node-role.kubernetes.io/control-plane': '' } : {}),
      },
    },
    spec: {
      providerID: textAt(machine, 'spec', 'providerID'),
      ...(controlPlane ? { taints: [taint] } : {}),
    },
    status: {
      capacity,
      allocatable: capacity,
      addresses: [
        ...internal.filter(({ type }) => type === 'InternalIP'),
        { type: 'Hostname', address: name },
      ],
      conditions: [
        condition('MemoryPressure', 'False', 'KubeletHasSufficientMemory', at),
        condition('DiskPressure', 'False', 'KubeletHasNoDiskPressure', at),
        condition('PIDPressure', 'False', 'KubeletHasSufficientPID', at),
        condition('Ready', 'False', 'KubeletNotReady', at, starting),
      ],
      nodeInfo: nodeInfoOf(version, vmId),
    },
  };
}

const condition = (
  type: string,
  status: string,
  reason: string,
  at: string,
  message = '',
): Tree => ({
  type,
  status,
  reason,
  message,
  lastHeartbeatTime: at,
  lastTransitionTime: at,
});
