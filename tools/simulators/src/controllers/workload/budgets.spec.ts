import { expect, test } from '@jest/globals';
import { type KubeObject, type Tree } from '../../api/index.js';
import { controlledBy } from '../objects/index.js';
import { anObject, now } from '../testing/scenes.js';
import { disruptionBudgets } from './budgets.js';
import { quickPodDelays } from './pod-delays.js';
import { type PodScene } from './scene.js';

const set = anObject('ReplicaSet', 'web', { spec: { replicas: 4 } });

const pod = (name: string, ready: boolean, more: object = {}): KubeObject =>
  anObject('Pod', name, {
    metadata: { labels: { app: 'web' }, ownerReferences: [controlledBy(set)], ...more },
    status: { conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
  });

const budget = (spec: Tree, status: Tree = {}) =>
  anObject('PodDisruptionBudget', 'web', {
    spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
    status,
  });

const scene = (budgets: KubeObject[], pods: KubeObject[]): PodScene => ({
  namespace: 'shop',
  pods,
  replicaSets: [set],
  statefulSets: [],
  daemonSets: [],
  budgets,
  nodes: new Map(),
  delays: quickPodDelays,
  now,
  passed: () => false,
  suffix: () => 'abcde',
});

const three = [pod('a', true), pod('b', true), pod('c', true)];
const ending = pod('d', true, { deletionTimestamp: '2026-10-22T10:00:30Z' });

test.each([
  ['a number counts the Pods there are', { minAvailable: 2 }, three, [1, 3, 2, 3]],
  ['none of them ready', { minAvailable: 1 }, [pod('a', false)], [0, 0, 1, 1]],
  ['one that ends is not healthy', { minAvailable: 2 }, [...three, ending], [1, 3, 2, 4]],
  ['a percentage counts what its owners want', { minAvailable: '50%' }, three, [1, 3, 2, 4]],
  ['so does what may be missing', { maxUnavailable: 1 }, three, [0, 3, 3, 4]],
  ['and its percentage, rounded up', { maxUnavailable: '30%' }, three, [1, 3, 2, 4]],
  ['no Pods, no disruptions', { maxUnavailable: 1 }, [], [0, 0, 0, 0]],
  [
    'an owner that isn’t known allows nothing',
    { maxUnavailable: 1 },
    [pod('a', true, { ownerReferences: [controlledBy(anObject('Job', 'x'))] })],
    [0, 1, 0, 0],
  ],
])('%s', (_, spec, pods, counts) => {
  const [disruptionsAllowed = 0, currentHealthy, desiredHealthy, expectedPods] = counts;
  const [ruling] = disruptionBudgets(scene([budget(spec)], pods));
  expect(ruling?.after?.status).toMatchObject({
    disruptionsAllowed,
    currentHealthy,
    desiredHealthy,
    expectedPods,
    observedGeneration: 1,
    conditions: [
      {
        type: 'DisruptionAllowed',
        status: disruptionsAllowed > 0 ? 'True' : 'False',
        reason: disruptionsAllowed > 0 ? 'SufficientPods' : 'InsufficientPods',
      },
    ],
  });
});

test('an eviction that was accepted counts until its Pod is marked, or for two minutes', () => {
  const noted = {
    a: '2026-10-22T09:59:00Z',
    b: '2026-10-22T09:57:00Z',
    gone: '2026-10-22T09:59:00Z',
  };
  const [ruling] = disruptionBudgets(
    scene([budget({ minAvailable: 1 }, { disruptedPods: noted })], three),
  );
  expect(ruling?.after?.status).toMatchObject({
    currentHealthy: 2,
    disruptedPods: { a: '2026-10-22T09:59:00Z' },
  });
});
