import { timestamp, type KubeObject, type Tree } from '../../api/index.js';
import {
  annotationOf,
  annotations,
  conditionOf,
  isDeleting,
  textAt,
  treeAt,
} from '../objects/index.js';
import { isClusterGoing, isControlPlane, machinesOf } from './members.js';
import { type Scene } from './scene.js';

/** Where the deletion of a Machine stands. */
export interface MachineDeletion {
  readonly reason: string;
  readonly message: string;
  /** `status.deletion`: when the slow steps began. */
  readonly status?: Tree;
  readonly remove: readonly KubeObject[];
  /** The Node is to go now. */
  readonly node?: string;
  readonly completed: boolean;
}

/**
 * Hooks, drain, volumes, hooks, virtual machine, Node, finalizer; each step waits for the one before.
 * Drain, volumes and Node are left out where nothing would be left to drain to. Source: Cluster API.
 */
export function machineDeletion(scene: Scene, machine: KubeObject): MachineDeletion {
  const { uid, name } = machine.metadata;
  const status = treeAt(machine, 'status', 'deletion');
  const wait = (reason: string, message = '', more: Partial<MachineDeletion> = {}) => ({
    reason,
    message,
    remove: [],
    completed: false,
    ...(Object.keys(status).length > 0 ? { status } : {}),
    ...more,
  });
  const began = (field: string) => ({ status: { [field]: timestamp(scene.now), ...status } });
  const hooks = (prefix: string) =>
    Object.keys(machine.metadata.annotations ?? {}).filter((key) => key.startsWith(`${prefix}/`));

  const preDrain = hooks(annotations.preDrainHook);
  if (preDrain.length > 0)
    return wait('WaitingForPreDrainHook', hooksMessage('pre-drain', preDrain));
  const node = nodeToLeave(scene, machine);
  if (node !== undefined && annotationOf(machine, annotations.excludeDrain) === undefined) {
    const drain = scene.workload.drains.get(node);
    if (!drain?.done)
      return wait(
        'DrainingNode',
        drain?.message || `Draining node ${node}`,
        began('nodeDrainStartTime'),
      );
  }
  if (node !== undefined && annotationOf(machine, annotations.excludeDetach) === undefined)
    if (!scene.passed(`${uid}/detach`, scene.delays.volumeDetach))
      return wait(
        'WaitingForVolumeDetach',
        'Waiting for Node volumes to be detached',
        began('waitForNodeVolumeDetachStartTime'),
      );
  const preTerminate = hooks(annotations.preTerminateHook);
  if (preTerminate.length > 0)
    return wait('WaitingForPreTerminateHook', hooksMessage('pre-terminate', preTerminate));
  const infrastructure = scene.infraMachines.get(name);
  if (infrastructure)
    return wait(
      'WaitingForInfrastructureDeletion',
      `Waiting for ${infrastructure.kind} to be deleted`,
      {
        remove: isDeleting(infrastructure) ? [] : [infrastructure],
      },
    );
  if (node !== undefined) return wait('DeletingNode', '', { node });
  return wait('DeletionCompleted', 'Deletion completed', { completed: true });
}

const hooksMessage = (kind: string, hooks: readonly string[]): string => {
  const names = hooks.map((hook) => hook.slice(hook.indexOf('/') + 1)).sort();
  return `Waiting for ${kind} hooks to succeed (hooks: ${names.join(',')})`;
};

/** The Node that has to be drained and deleted; none when the cluster goes, or nothing would be left of it. */
export function nodeToLeave(scene: Scene, machine: KubeObject): string | undefined {
  const name = textAt(machine, 'status', 'nodeRef', 'name');
  const { controlPlane, workload } = scene;
  if (isClusterGoing(scene) || (controlPlane && isDeleting(controlPlane))) return undefined;
  const left = scene.machines.filter((one) => isControlPlane(one) && !isDeleting(one));
  if (left.length === 0 || name === undefined || !workload.connected) return undefined;
  return workload.nodes.has(name) ? name : undefined;
}

/**
 * Whether a control plane lets its Machine go: its etcd member leaves when the Machine waits for just
 * that, one Machine after the other; at once when the whole control plane goes.
 */
export function mayCleanUp(scene: Scene, machine: KubeObject): boolean {
  const { controlPlane } = scene;
  if (annotationOf(machine, annotations.cleanupHook) === undefined) return false;
  if (!controlPlane || isDeleting(controlPlane)) return true;
  const going = machinesOf(scene, controlPlane).filter(isDeleting);
  const others = Object.keys(machine.metadata.annotations ?? {}).filter(
    (key) => key.startsWith(`${annotations.preTerminateHook}/`) && key !== annotations.cleanupHook,
  );
  const [next] = [...going].sort((a, b) =>
    String(a.metadata.deletionTimestamp) < String(b.metadata.deletionTimestamp) ? -1 : 1,
  );
  return (
    next === machine &&
    others.length === 0 &&
    going.every((one) => annotationOf(one, annotations.cleanupHook) !== undefined) &&
    conditionOf(machine, 'Deleting')?.reason === 'WaitingForPreTerminateHook'
  );
}
