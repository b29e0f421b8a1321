import { type KubeObject } from '../../api/index.js';
import {
  annotationOf,
  annotations,
  byAge,
  conditionOf,
  isDeleting,
  labels,
  numberAt,
  textAt,
  treeAt,
} from '../objects/index.js';
import { clone } from './clone.js';
import { machinesOf } from './members.js';
import { outdatedReasons } from './outdated.js';
import { configHash } from './kubeadm-config.js';
import { healthConditions } from './control-plane-health.js';
import { type Scene } from './scene.js';

/** The one thing that a control plane does next, or what it waits for. */
export interface Move {
  readonly create?: readonly KubeObject[];
  readonly remove?: readonly KubeObject[];
  /** Why it may not move yet, one line each. */
  readonly blockers?: readonly string[];
}

/**
 * One Machine at a time: the first initializes the control plane, each further one waits until all before
 * it are healthy. A rollout comes before scaling; it adds one Machine, then takes one away.
 * Source: Cluster API, KubeadmControlPlane.
 */
export function nextMove(scene: Scene, controlPlane: KubeObject): Move {
  const machines = machinesOf(scene, controlPlane);
  const outdated = machines.filter(
    (machine) => !isDeleting(machine) && outdatedReasons(scene, machine).length > 0,
  );
  const desired = numberAt(controlPlane, 'spec', 'replicas') ?? 1;
  if (machines.length === 0) return desired > 0 ? grow(scene, controlPlane) : {};
  if (outdated.length > 0) {
    const surge = surgeOf(controlPlane);
    return machines.length < desired + surge
      ? growSafely(scene, controlPlane, machines)
      : shrinkSafely(machines, outdated);
  }
  if (machines.length < desired) return growSafely(scene, controlPlane, machines);
  return machines.length > desired ? shrinkSafely(machines, []) : {};
}

const surgeOf = (controlPlane: KubeObject): number =>
  Number(treeAt(controlPlane, 'spec', 'rollout', 'strategy', 'rollingUpdate')['maxSurge'] ?? 1);

function growSafely(scene: Scene, controlPlane: KubeObject, machines: readonly KubeObject[]): Move {
  const blockers = blockersOf(machines);
  return blockers.length > 0 ? { blockers } : grow(scene, controlPlane);
}

function grow(scene: Scene, controlPlane: KubeObject): Move {
  const template = textAt(
    controlPlane,
    'spec',
    'machineTemplate',
    'spec',
    'infrastructureRef',
    'name',
  );
  const machineTemplate = treeAt(controlPlane, 'spec', 'machineTemplate', 'metadata');
  const deletion = treeAt(controlPlane, 'spec', 'machineTemplate', 'spec', 'deletion');
  const create = clone(scene, {
    owner: controlPlane,
    version: textAt(controlPlane, 'spec', 'version'),
    template: template ?? '',
    labels: {
      ...(machineTemplate['labels'] as Record<string, string> | undefined),
      [labels.cluster]: scene.cluster?.metadata.name ?? '',
      [labels.controlPlane]: '',
      [labels.controlPlaneName]: controlPlane.metadata.name,
    },
    annotations: {
      ...(machineTemplate['annotations'] as Record<string, string> | undefined),
      [annotations.cleanupHook]: '',
      [annotations.kubeadmConfigHash]: configHash(controlPlane),
    },
    spec: {
      deletion: { nodeDeletionTimeoutSeconds: 10, ...deletion },
      readinessGates: healthConditions.map((conditionType) => ({ conditionType })),
    },
  });
  return create ? { create } : { blockers: ['XOMachineTemplate does not exist'] };
}

/** Outdated ones and those that are marked for deletion go first; of equals the oldest. */
function shrinkSafely(machines: readonly KubeObject[], outdated: readonly KubeObject[]): Move {
  const marked = (all: readonly KubeObject[]) =>
    all.filter((machine) => annotationOf(machine, annotations.deleteFirst) !== undefined);
  const candidates = [marked(outdated), marked(machines), outdated, machines];
  const [victim] = [...(candidates.find((some) => some.length > 0) ?? [])].sort(byAge);
  if (!victim) return {};
  const blockers = blockersOf(machines, victim);
  return blockers.length > 0 ? { blockers } : { remove: [victim] };
}

/** What keeps a control plane from adding or taking away a Machine; the victim's own health doesn't. */
function blockersOf(machines: readonly KubeObject[], victim?: KubeObject): readonly string[] {
  const going = machines.filter(isDeleting).map(({ metadata }) => metadata.name);
  if (going.length > 0) return [`Machine ${going.sort().join(', ')} is deleting`];
  const others = machines.filter((machine) => machine !== victim);
  const sick = (conditions: readonly string[]) =>
    others.some((machine) =>
      conditions.some((type) => conditionOf(machine, type)?.status !== 'True'),
    );
  const components = healthConditions.filter((type) => type !== 'EtcdMemberHealthy');
  return [
    ...(sick(components) ? ['Control plane components are not healthy'] : []),
    ...(sick(['EtcdMemberHealthy']) ? ['Etcd cluster is not healthy'] : []),
  ];
}
