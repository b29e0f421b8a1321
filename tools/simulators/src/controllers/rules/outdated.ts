import { type KubeObject } from '../../api/index.js';
import {
  annotationOf,
  annotations,
  controllerOf,
  controls,
  no,
  textAt,
  yes,
  type Told,
} from '../objects/index.js';
import { templateOf } from './clone.js';
import { configHash } from './kubeadm-config.js';
import { isControlPlane } from './members.js';
import { templateChanges } from './machine-template.js';
import { type Scene } from './scene.js';

/** Why a Machine is not what its owner wants by now; empty when it is. Source: Cluster API, UpToDate. */
export function outdatedReasons(scene: Scene, machine: KubeObject): readonly string[] {
  return isControlPlane(machine)
    ? controlPlaneReasons(scene, machine)
    : workerReasons(scene, machine);
}

/** UpToDate of a Machine; undefined where nobody says it. */
export function upToDate(scene: Scene, machine: KubeObject): Told | undefined {
  if (!controllerOf(machine)) return undefined;
  const reasons = outdatedReasons(scene, machine);
  if (reasons.length > 0)
    return no('UpToDate', 'NotUpToDate', reasons.map((one) => `* ${one}`).join('\n'));
  const kubelet = textAt(machine, 'status', 'nodeInfo', 'kubeletVersion');
  const wanted = textAt(machine, 'spec', 'version');
  if (kubelet !== undefined && wanted !== undefined && kubelet !== wanted) {
    const message = `* Node.status.nodeInfo.kubeletVersion ${kubelet}, ${wanted} required`;
    return no('UpToDate', 'Updating', message);
  }
  return yes('UpToDate');
}

function controlPlaneReasons(scene: Scene, machine: KubeObject): string[] {
  const { controlPlane, infraMachines } = scene;
  if (!controlPlane || !controls(controlPlane, machine)) return [];
  const reasons: string[] = [];
  const [has, wants] = [
    textAt(machine, 'spec', 'version'),
    textAt(controlPlane, 'spec', 'version'),
  ];
  if (has !== wants) reasons.push(`Version ${has}, ${wants} required`);
  const hash = annotationOf(machine, annotations.kubeadmConfigHash);
  // A Machine from elsewhere says nothing of its configuration: it counts as the wanted one.
  if (hash !== undefined && hash !== configHash(controlPlane))
    reasons.push('KubeadmConfig is not up-to-date');
  const reference = ['spec', 'machineTemplate', 'spec', 'infrastructureRef', 'name'];
  const from = templateOf(infraMachines.get(machine.metadata.name));
  if (from !== undefined && from !== textAt(controlPlane, ...reference))
    reasons.push('XOMachine is not up-to-date');
  return reasons;
}

/** A worker is compared by its MachineSet's template: what was changed on the Machine itself doesn't count. */
function workerReasons({ sets, deployments }: Scene, machine: KubeObject): readonly string[] {
  const set = sets.find((one) => controls(one, machine));
  const deployment = set && deployments.find((one) => controls(one, set));
  return set && deployment ? templateChanges(set, deployment) : [];
}
