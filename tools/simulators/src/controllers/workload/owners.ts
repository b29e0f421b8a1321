import { type KubeObject } from '../../api/index.js';
import { controlledBy, edited, isDeleting, numberAt } from '../objects/index.js';
import { type Ruling } from '../rules/index.js';
import { Placement } from './placement.js';
import { isReady, livePodsOf, newPod, nodeNameOf } from './pods.js';
import { type PodScene } from './scene.js';

/** What owners of Pods do about Pods that are missing or too many, and what they count. */
export function podOwners(scene: PodScene): Ruling[] {
  const placement = new Placement(scene);
  const alive = (owners: readonly KubeObject[]) => owners.filter((owner) => !isDeleting(owner));
  return [
    ...alive(scene.replicaSets).map((set) => replicaSet(scene, set, placement)),
    ...alive(scene.statefulSets).map((set) => statefulSet(scene, set, placement)),
    ...alive(scene.daemonSets).map((set) => daemonSet(scene, set)),
  ];
}

function replicaSet(scene: PodScene, set: KubeObject, placement: Placement): Ruling {
  const pods = livePodsOf(scene.pods, set);
  const wanted = numberAt(set, 'spec', 'replicas') ?? 1;
  const create: KubeObject[] = [];
  while (pods.length + create.length < wanted) {
    const nodeName = placement.next();
    if (nodeName === undefined) break;
    const name = `${set.metadata.name}-${scene.suffix()}`;
    create.push(newPod({ name, owner: set, reference: controlledBy(set), nodeName }));
  }
  return {
    before: set,
    after: counted(set, pods),
    create,
    remove: pods.slice(wanted).filter(() => pods.length > wanted),
  };
}

/** Each Pod has a name of its own, and there is never a second one of it. */
function statefulSet(scene: PodScene, set: KubeObject, placement: Placement): Ruling {
  const there = new Set(scene.pods.map(({ metadata }) => metadata.name));
  const wanted = numberAt(set, 'spec', 'replicas') ?? 1;
  const names = Array.from({ length: wanted }, (_, index) => `${set.metadata.name}-${index}`);
  const create = names
    .filter((name) => !there.has(name))
    .flatMap((name) => {
      const nodeName = placement.next();
      if (nodeName === undefined) return [];
      return [newPod({ name, owner: set, reference: controlledBy(set), nodeName })];
    });
  return { before: set, after: counted(set, livePodsOf(scene.pods, set)), create };
}

/** One Pod a Node, cordoned or not. */
function daemonSet(scene: PodScene, set: KubeObject): Ruling {
  const covered = new Set(livePodsOf(scene.pods, set).map(nodeNameOf));
  const create = [...scene.nodes.keys()]
    .filter((nodeName) => !covered.has(nodeName))
    .map((nodeName) => {
      const name = `${set.metadata.name}-${scene.suffix()}`;
      return newPod({ name, owner: set, reference: controlledBy(set), nodeName });
    });
  return { create };
}

function counted(set: KubeObject, pods: readonly KubeObject[]): KubeObject {
  const ready = pods.filter(isReady).length;
  return edited(set, {
    status: {
      replicas: pods.length,
      readyReplicas: ready || undefined,
      availableReplicas: ready || undefined,
      observedGeneration: set.metadata.generation,
    },
  });
}
