import { type KubeObject } from '../../api/index.js';
import {
  annotationOf,
  annotations,
  apiVersions,
  byAge,
  conditionsWith,
  controlledBy,
  edited,
  finalizers,
  isDeleting,
  isSet,
  labels,
  no,
  numberAt,
  ownedBy,
  selectorText,
  sumOf,
  treeAt,
  withFinalizer,
  withLabels,
  withoutFinalizer,
  withOwner,
  yes,
  type Told,
} from '../objects/index.js';
import { machinesOf, machinesReady, machinesUpToDate, setsOf } from './members.js';
import { templateChanges } from './machine-template.js';
import { isPaused, onlyPaused, pausedCondition } from './paused.js';
import { limitsOf, rolloutPlan } from './rollout-plan.js';
import { rollingOut, scaling } from './scaling.js';
import { type Scene, type Verdict } from './scene.js';

/** MachineDeployment: one MachineSet per template, their sizes, counters, deletion. */
export function reconcileDeployment(scene: Scene, deployment: KubeObject): Verdict {
  const { cluster } = scene;
  if (!cluster && !isDeleting(deployment)) return {};
  if (isPaused(scene, deployment) || isSet(deployment, 'spec', 'paused'))
    return { after: onlyPaused(scene, deployment) };
  const sets = setsOf(scene, deployment);
  if (isDeleting(deployment)) {
    const after = withStatus(scene, deployment, sets);
    return sets.length > 0
      ? { after, remove: sets.filter((set) => !isDeleting(set)) }
      : { after: withoutFinalizer(after, finalizers.deployment) };
  }
  const current = currentSet(deployment, sets);
  const named = withFinalizer(deployment, finalizers.deployment);
  const owned = cluster
    ? withOwner(withLabels(named, { [labels.cluster]: cluster.metadata.name }), ownedBy(cluster))
    : named;
  const revised = edited(owned, {
    metadata: {
      annotations: {
        ...owned.metadata.annotations,
        [annotations.revision]: String(revisionOf(sets) || 1),
      },
    },
  });
  return {
    after: withStatus(scene, revised, sets),
    create: current ? [] : [newSet(scene, deployment, sets)],
    remove: sets.filter((set) => set !== current && isSpent(deployment, set)),
  };
}

/** The newest revision among MachineSets; one that carries none is the first. */
const revisionOf = (sets: readonly KubeObject[]): number =>
  Math.max(0, ...sets.map((set) => Number(annotationOf(set, annotations.revision) ?? 1)));

/** The MachineSet with the wanted template. */
export const currentSet = (
  deployment: KubeObject,
  sets: readonly KubeObject[],
): KubeObject | undefined =>
  [...sets]
    .filter((set) => !isDeleting(set) && templateChanges(set, deployment).length === 0)
    .sort(byAge)[0];

/** Old MachineSets go once they are empty and all that is wanted is there. */
function isSpent(deployment: KubeObject, set: KubeObject): boolean {
  const desired = numberAt(deployment, 'spec', 'replicas');
  const complete = ['replicas', 'upToDateReplicas', 'availableReplicas'].every(
    (counter) => numberAt(deployment, 'status', counter) === desired,
  );
  const empty =
    numberAt(set, 'spec', 'replicas') === 0 && numberAt(set, 'status', 'replicas') === 0;
  return complete && empty && !isDeleting(set);
}

function newSet(scene: Scene, deployment: KubeObject, sets: readonly KubeObject[]): KubeObject {
  const hash = scene.suffix();
  const template = treeAt(deployment, 'spec', 'template');
  const own = {
    ...(treeAt(deployment, 'spec', 'template', 'metadata')['labels'] as Record<string, string>),
    [labels.templateHash]: hash,
  };
  const matchLabels = {
    ...(treeAt(deployment, 'spec', 'selector')['matchLabels'] as Record<string, string>),
    [labels.templateHash]: hash,
  };
  const name = `${deployment.metadata.name}-${hash}`;
  const desired = numberAt(deployment, 'spec', 'replicas') ?? 1;
  const { surge } = limitsOf(deployment);
  const present = sets.reduce((sum, set) => sum + (numberAt(set, 'spec', 'replicas') ?? 0), 0);
  const deletion = treeAt(deployment, 'spec', 'deletion');
  return {
    apiVersion: apiVersions.core,
    kind: 'MachineSet',
    metadata: {
      name,
      namespace: scene.namespace,
      labels: {
        ...own,
        [labels.cluster]: scene.cluster?.metadata.name ?? '',
        [labels.deployment]: deployment.metadata.name,
      },
      annotations: { [annotations.revision]: String(revisionOf(sets) + 1) },
      finalizers: [finalizers.set],
      ownerReferences: [controlledBy(deployment)],
    },
    spec: {
      clusterName: deployment.spec?.['clusterName'],
      replicas: Math.max(0, Math.min(desired, desired + surge - present)),
      selector: { matchLabels },
      template: { ...template, metadata: { labels: own } },
      ...(Object.keys(deletion).length > 0 ? { deletion } : {}),
    },
  };
}

/** How large each of a MachineDeployment's MachineSets should be now, by name. */
export function sizesOf(scene: Scene, deployment: KubeObject): ReadonlyMap<string, number> {
  const sets = setsOf(scene, deployment);
  const current = currentSet(deployment, sets);
  // Without the wanted MachineSet nothing may shrink yet: what would take over?
  if (!current || isDeleting(deployment) || isPaused(scene, deployment)) return new Map();
  return rolloutPlan(deployment, current, sets.filter((set) => set !== current).sort(byAge));
}

function withStatus(scene: Scene, deployment: KubeObject, sets: readonly KubeObject[]): KubeObject {
  const machines = sets.flatMap((set) => machinesOf(scene, set));
  const counters = { replicas: 0, ...defined(sumOf(sets)) };
  const counted = edited(deployment, {
    status: {
      readyReplicas: 0,
      availableReplicas: 0,
      upToDateReplicas: 0,
      versions: undefined,
      ...counters,
      selector: selectorOf(deployment),
      observedGeneration: deployment.metadata.generation,
      phase: phaseOf(deployment, Number(counters.replicas)),
    },
  });
  const left = machines.length;
  const deleting =
    left > 0 ? `Deleting ${left} Machine${left > 1 ? 's' : ''}` : 'Deletion completed';
  const told: Told[] = [
    available(counted),
    machinesReady('MachinesReady', machines),
    machinesUpToDate('MachinesUpToDate', machines, scene),
    rollingOut(machines),
    ...scaling(counted, Number(counters.replicas)),
    no('Remediating'),
    isDeleting(deployment) ? yes('Deleting', 'Deleting', deleting) : no('Deleting'),
    pausedCondition(scene, deployment),
  ];
  return edited(counted, { status: { conditions: conditionsWith(counted, scene.now, told) } });
}

const defined = (tree: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(tree).filter(([, value]) => value !== undefined));

function phaseOf(deployment: KubeObject, current: number): string {
  const desired = numberAt(deployment, 'spec', 'replicas') ?? 0;
  if (isDeleting(deployment) || current > desired) return 'ScalingDown';
  return current < desired ? 'ScalingUp' : 'Running';
}

function available(deployment: KubeObject): Told {
  const desired = numberAt(deployment, 'spec', 'replicas') ?? 0;
  const have = numberAt(deployment, 'status', 'availableReplicas') ?? 0;
  const needed = desired - limitsOf(deployment).unavailable;
  if (have >= needed) return yes('Available');
  const why = `${have} available replicas, at least ${needed} required (spec.strategy.rollout.maxUnavailable is ${limitsOf(deployment).unavailable}, spec.replicas is ${desired})`;
  return no('Available', 'NotAvailable', isDeleting(deployment) ? 'Deletion in progress' : why);
}

/** What the owner selects, as text. */
export const selectorOf = (owner: KubeObject): string =>
  selectorText(treeAt(owner, 'spec', 'selector')['matchLabels'] as Record<string, string>);
