import { type KubeObject, type Tree } from '../../api/index.js';
import {
  annotationOf,
  annotations,
  byAge,
  conditionOf,
  conditionsWith,
  controls,
  countersOf,
  edited,
  finalizers,
  isDeleting,
  labels,
  no,
  numberAt,
  textAt,
  treeAt,
  withFinalizer,
  withoutFinalizer,
  yes,
} from '../objects/index.js';
import { clone } from './clone.js';
import { selectorOf, sizesOf } from './machine-deployment.js';
import { machinesOf, machinesReady, machinesUpToDate } from './members.js';
import { isPaused, onlyPaused, pausedCondition } from './paused.js';
import { preflight } from './preflight.js';
import { scaling } from './scaling.js';
import { type Scene, type Verdict } from './scene.js';

/** MachineSet: as many Machines as its spec says; the spec follows its MachineDeployment. */
export function reconcileSet(scene: Scene, set: KubeObject): Verdict {
  if (!scene.cluster && !isDeleting(set)) return {};
  if (isPaused(scene, set)) return { after: onlyPaused(scene, set) };
  const machines = machinesOf(scene, set);
  if (isDeleting(set)) {
    const after = withStatus(scene, set, machines, []);
    return machines.length > 0
      ? { after, remove: machines.filter((machine) => !isDeleting(machine)) }
      : { after: withoutFinalizer(after, finalizers.set) };
  }
  const desired = numberAt(set, 'spec', 'replicas') ?? 0;
  const blockers = machines.length < desired ? preflight(scene, set) : [];
  const missing = blockers.length > 0 ? 0 : Math.max(0, desired - machines.length);
  const create = Array.from({ length: missing }, () => newMachine(scene, set)).flatMap(
    (pair) => pair ?? [],
  );
  const surplus = Math.max(0, machines.length - desired);
  const victims = inOrderOfDeletion(set, machines).slice(0, surplus);
  return {
    after: withStatus(scene, sized(scene, withFinalizer(set, finalizers.set)), machines, blockers),
    create,
    remove: victims.filter((machine) => !isDeleting(machine)),
  };
}

function sized(scene: Scene, set: KubeObject): KubeObject {
  const deployment = scene.deployments.find((one) => controls(one, set));
  const size = deployment && sizesOf(scene, deployment).get(set.metadata.name);
  return size === undefined ? set : edited(set, { spec: { replicas: size } });
}

function newMachine(scene: Scene, set: KubeObject) {
  const template = treeAt(set, 'spec', 'template', 'spec');
  const metadata = treeAt(set, 'spec', 'template', 'metadata');
  const kept: Tree = Object.fromEntries(
    ['deletion', 'failureDomain', 'minReadySeconds', 'readinessGates', 'taints']
      .filter((field) => template[field] !== undefined)
      .map((field) => [field, template[field]]),
  );
  return clone(scene, {
    owner: set,
    version: textAt(set, 'spec', 'template', 'spec', 'version'),
    template: textAt(set, 'spec', 'template', 'spec', 'infrastructureRef', 'name') ?? '',
    labels: {
      ...(metadata['labels'] as Record<string, string> | undefined),
      [labels.cluster]: scene.cluster?.metadata.name ?? '',
      [labels.set]: set.metadata.name,
      ...(set.metadata.labels?.[labels.deployment]
        ? { [labels.deployment]: set.metadata.labels[labels.deployment] as string }
        : {}),
    },
    ...(metadata['annotations']
      ? { annotations: metadata['annotations'] as Record<string, string> }
      : {}),
    spec: kept,
  });
}

/** Already deleting, marked, unhealthy, then by the set's order; of equals by name. Source: Cluster API. */
function inOrderOfDeletion(set: KubeObject, machines: readonly KubeObject[]): KubeObject[] {
  const order = textAt(set, 'spec', 'deletion', 'order') ?? 'Random';
  const urgency = (machine: KubeObject): number => {
    if (isDeleting(machine)) return 3;
    if (annotationOf(machine, annotations.deleteFirst) !== undefined) return 2;
    return isHealthy(machine) ? 0 : 1;
  };
  const byOrder = (a: KubeObject, b: KubeObject): number => {
    if (order === 'Oldest') return byAge(a, b);
    return order === 'Newest' ? byAge(b, a) : a.metadata.name < b.metadata.name ? -1 : 1;
  };
  return [...machines].sort((a, b) => urgency(b) - urgency(a) || byOrder(a, b));
}

const isHealthy = (machine: KubeObject): boolean =>
  textAt(machine, 'status', 'nodeRef', 'name') !== undefined &&
  conditionOf(machine, 'NodeHealthy')?.status !== 'False';

function withStatus(
  scene: Scene,
  set: KubeObject,
  machines: readonly KubeObject[],
  blockers: readonly string[],
): KubeObject {
  const counted = edited(set, {
    status: {
      ...countersOf(machines),
      selector: selectorOf(set),
      observedGeneration: set.metadata.generation,
    },
  });
  const left = machines.length;
  const deleting =
    left > 0 ? `Deleting ${left} Machine${left > 1 ? 's' : ''}` : 'Deletion completed';
  const told = [
    machinesReady('MachinesReady', machines),
    machinesUpToDate('MachinesUpToDate', machines, scene),
    ...scaling(set, machines.length, blockers),
    no('Remediating'),
    isDeleting(set) ? yes('Deleting', 'Deleting', deleting) : no('Deleting'),
    pausedCondition(scene, set),
  ];
  return edited(counted, { status: { conditions: conditionsWith(counted, scene.now, told) } });
}
