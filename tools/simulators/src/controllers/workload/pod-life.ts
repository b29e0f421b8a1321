import { type KubeObject } from '../../api/index.js';
import { isDeleting } from '../objects/index.js';
import { type Ruling } from '../rules/index.js';
import { isFinished, nodeNameOf, running } from './pods.js';
import { type PodScene } from './scene.js';

/** What kubelets do with Pods, and what becomes of Pods whose Node is gone. */
export function podLife(scene: PodScene): Ruling[] {
  return scene.pods.map((pod) => lifeOf(scene, pod)).filter((ruling) => ruling !== none);
}

const none: Ruling = {};

function lifeOf({ nodes, passed, delays, now }: PodScene, pod: KubeObject): Ruling {
  const { uid, deletionGracePeriodSeconds: grace = 0 } = pod.metadata;
  const nodeName = nodeNameOf(pod);
  if (nodeName === undefined) return none;
  const node = nodes.get(nodeName);
  // Nobody is left to end it.
  if (!node) return { end: [pod] };
  if (isDeleting(pod))
    return passed(`${uid}/stop`, Math.min(grace * 1000, delays.podStop)) ? { end: [pod] } : none;
  if (isFinished(pod) || pod.status?.['phase'] !== 'Pending') return none;
  if (!passed(`${uid}/start`, delays.podStart)) return none;
  return { before: pod, after: running(pod, node, now) };
}
