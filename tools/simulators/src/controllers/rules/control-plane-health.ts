import { type KubeObject } from '../../api/index.js';
import { conditionOf, isDeleting, textAt, unknown, yes, type Told } from '../objects/index.js';
import { isControlPlane } from './members.js';
import { type Scene } from './scene.js';

/** What a KubeadmControlPlane adds to its Machines; each is a readiness gate of theirs. */
export const healthConditions = [
  'APIServerPodHealthy',
  'ControllerManagerPodHealthy',
  'SchedulerPodHealthy',
  'EtcdPodHealthy',
  'EtcdMemberHealthy',
] as const;

/** A control plane Machine's components are as healthy as its Node is there. */
export function componentHealth(scene: Scene, machine: KubeObject): Told[] {
  if (!isControlPlane(machine)) return [];
  const types = [...healthConditions, 'NodeKubeadmLabelsAndTaintsSet'];
  const kept = types.flatMap((type) => conditionOf(machine, type) ?? []);
  // Cut off, the last word stays.
  if (!scene.workload.connected && kept.length === types.length) return kept;
  const name = textAt(machine, 'status', 'nodeRef', 'name');
  const node = name === undefined ? undefined : scene.workload.nodes.get(name);
  if (node && !isDeleting(node)) {
    const running = healthConditions.map((type) =>
      yes(type, type === 'EtcdMemberHealthy' ? 'Healthy' : 'Running'),
    );
    return [...running, yes('NodeKubeadmLabelsAndTaintsSet', 'AlwaysSet')];
  }
  const why =
    name === undefined
      ? `Waiting for a Node with spec.providerID ${textAt(machine, 'spec', 'providerID') ?? ''} to exist`
      : `Node ${name} does not exist`;
  return types.map((type) => unknown(type, 'InspectionFailed', why));
}
