import { selects, timestamp, type KubeObject, type Tree } from '../../api/index.js';
import { controllerOf, edited, isDeleting, numberAt } from '../objects/index.js';
import { type Ruling } from '../rules/index.js';
import { isReady } from './pods.js';
import { type PodScene } from './scene.js';

/** After an eviction that was accepted and yet didn't happen, its Pod counts again. Milliseconds. */
const deletionTimeout = 120_000;

/** Fills the status of disruption budgets. Source: Kubernetes, disruption controller. */
export function disruptionBudgets(scene: PodScene): Ruling[] {
  return scene.budgets.map((budget) => ({ before: budget, after: counted(scene, budget) }));
}

function counted(scene: PodScene, budget: KubeObject): KubeObject {
  const pods = scene.pods.filter(({ metadata }) =>
    selects(budget.spec?.['selector'], metadata.labels),
  );
  const expectation = expected(scene, budget, pods);
  // A Pod whose owner can't be found: nothing may be disrupted until it can.
  const { expectedPods, desiredHealthy } = expectation ?? { expectedPods: 0, desiredHealthy: 0 };
  const disruptedPods = stillDisrupted(scene, budget, pods);
  const currentHealthy = pods.filter(
    (pod) => !isDeleting(pod) && !(pod.metadata.name in disruptedPods) && isReady(pod),
  ).length;
  const surplus = expectation && expectedPods > 0 ? currentHealthy - desiredHealthy : 0;
  const disruptionsAllowed = Math.max(0, surplus);
  return edited(budget, {
    status: {
      currentHealthy,
      desiredHealthy,
      expectedPods,
      disruptionsAllowed,
      disruptedPods: Object.keys(disruptedPods).length > 0 ? disruptedPods : undefined,
      observedGeneration: budget.metadata.generation,
      conditions: conditions(scene, budget, disruptionsAllowed > 0),
    },
  });
}

/** How many Pods there should be, and how many of them healthy. */
function expected(scene: PodScene, budget: KubeObject, pods: readonly KubeObject[]) {
  const { maxUnavailable, minAvailable } = budget.spec ?? {};
  if (maxUnavailable === undefined && typeof minAvailable === 'number')
    return { expectedPods: pods.length, desiredHealthy: minAvailable };
  const owners = [...scene.replicaSets, ...scene.statefulSets];
  const scales = new Map<string, number>();
  for (const pod of pods) {
    const controller = controllerOf(pod);
    if (!controller) continue;
    const owner = owners.find(({ metadata }) => metadata.uid === controller.uid);
    if (!owner) return undefined;
    scales.set(controller.uid, numberAt(owner, 'spec', 'replicas') ?? 1);
  }
  const expectedPods = [...scales.values()].reduce((sum, scale) => sum + scale, 0);
  return maxUnavailable === undefined
    ? { expectedPods, desiredHealthy: share(minAvailable, expectedPods) }
    : {
        expectedPods,
        desiredHealthy: Math.max(0, expectedPods - share(maxUnavailable, expectedPods)),
      };
}

/** A number, or a percentage, rounded up. */
function share(value: unknown, of: number): number {
  const [, percent] = /^(\d+)%$/.exec(String(value)) ?? [];
  return percent === undefined ? Number(value ?? 0) : Math.ceil((Number(percent) * of) / 100);
}

/** Pods whose eviction was accepted a moment ago and that aren't marked yet. */
function stillDisrupted(
  { now, passed }: PodScene,
  budget: KubeObject,
  pods: readonly KubeObject[],
): Record<string, unknown> {
  const noted = (budget.status?.['disruptedPods'] ?? {}) as Record<string, string>;
  const kept = pods.flatMap((pod): [string, string][] => {
    const { name, uid } = pod.metadata;
    const since = noted[name];
    if (since === undefined || isDeleting(pod)) return [];
    const over = Date.parse(since) + deletionTimeout < now.getTime();
    return over || passed(`${uid}/${since}/disrupted`, deletionTimeout) ? [] : [[name, since]];
  });
  return Object.fromEntries(kept);
}

function conditions({ now }: PodScene, budget: KubeObject, allowed: boolean): Tree[] {
  const before = (budget.status?.['conditions'] ?? []) as Tree[];
  const type = 'DisruptionAllowed';
  const old = before.find((condition) => condition['type'] === type);
  const status = allowed ? 'True' : 'False';
  const next = {
    type,
    status,
    reason: allowed ? 'SufficientPods' : 'InsufficientPods',
    message: '',
    observedGeneration: budget.metadata.generation,
    lastTransitionTime: old?.['status'] === status ? old['lastTransitionTime'] : timestamp(now),
  };
  return [...before.filter((condition) => condition['type'] !== type), next];
}
