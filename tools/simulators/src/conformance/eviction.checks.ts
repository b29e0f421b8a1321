import { type Tree } from '../api/index.js';
import { type Check, type Step } from './check.js';
import { merge, pod } from './objects.js';

const zone = (name: string): Tree => ({ labels: { budget: name } });

const budget = (name: string, selected: string, spec: Tree = {}): Step => ({
  do: 'POST poddisruptionbudgets',
  body: {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name },
    spec: { minAvailable: 1, selector: { matchLabels: { budget: selected } }, ...spec },
  },
  status: 201,
});

/** What a disruption controller would have written. */
const counted = (name: string, status: Tree): Step => ({
  do: `PATCH poddisruptionbudgets/${name}/status`,
  type: merge,
  body: { status: { observedGeneration: 1, expectedPods: 2, ...status } },
  status: 200,
});

const made = (name: string, selected: string, spec: Tree = {}): Step => ({
  do: 'POST pods',
  body: pod(name, zone(selected), spec),
  status: 201,
});

const is = (name: string, phase: string, ready: string): Step => ({
  do: `PATCH pods/${name}/status`,
  type: merge,
  body: { status: { phase, conditions: [{ type: 'Ready', status: ready }] } },
  status: 200,
});

const eviction = (name: string, deleteOptions?: Tree, query = ''): Pick<Step, 'do' | 'body'> => ({
  do: `POST pods/${name}/eviction${query}`,
  body: {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name },
    ...(deleteOptions ? { deleteOptions } : {}),
  },
});

const accepted = { status: 201, has: { kind: 'Status', status: 'Success', code: 201 } } as const;

const refused = (message: string, hint: Tree): Omit<Step, 'do'> => ({
  status: 429,
  reason: 'TooManyRequests',
  message: "Cannot evict pod as it would violate the pod's disruption budget.",
  has: { details: { causes: [{ reason: 'DisruptionBudget', message }], ...hint } },
});

const swept = (...names: string[]): Step[] =>
  names.map((name) => ({
    do: `DELETE pods/${name}?gracePeriodSeconds=0`,
    status: [200, 404],
  }));

export const evictionChecks: readonly Check[] = [
  {
    name: 'a budget gives what it has, and says what it lacks',
    steps: [
      budget('gives-one', 'a'),
      made('a-1', 'a'),
      made('a-2', 'a'),
      is('a-1', 'Running', 'True'),
      is('a-2', 'Running', 'True'),
      {
        ...eviction('a-1'),
        ...refused('The disruption budget gives-one is still being processed by the server.', {
          retryAfterSeconds: 10,
        }),
      },
      counted('gives-one', { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1 }),
      { ...eviction('a-1', { dryRun: ['All'] }), ...accepted },
      { ...eviction('a-1', undefined, '?dryRun=All'), ...accepted },
      { ...eviction('a-1'), ...accepted },
      {
        do: 'GET pods/a-1',
        status: 200,
        has: { metadata: { deletionGracePeriodSeconds: 30 } },
      },
      {
        do: 'GET poddisruptionbudgets/gives-one',
        status: 200,
        has: {
          status: {
            disruptionsAllowed: 0,
            disruptedPods: {},
            conditions: [
              { type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods' },
            ],
          },
        },
      },
      {
        ...eviction('a-2'),
        ...refused('The disruption budget gives-one needs 1 healthy pods and has 2 currently', {}),
        lacks: ['details.retryAfterSeconds'],
      },
      { ...eviction('a-1'), ...accepted },
      ...swept('a-1', 'a-2'),
    ],
  },
  {
    name: 'a Pod with two budgets is refused for good',
    steps: [
      budget('first-of-two', 'b'),
      budget('second-of-two', 'b'),
      made('b-1', 'b'),
      is('b-1', 'Running', 'True'),
      {
        ...eviction('b-1'),
        status: 500,
        message:
          'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
        has: { kind: 'Status', status: 'Failure', code: 500 },
        lacks: ['reason', 'details'],
      },
      ...swept('b-1'),
    ],
  },
  {
    name: 'Pods that are pending or over need no budget',
    steps: [
      budget('gives-none', 'c'),
      counted('gives-none', { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 1 }),
      made('c-pending', 'c'),
      made('c-over', 'c'),
      is('c-over', 'Succeeded', 'False'),
      { ...eviction('c-pending'), ...accepted },
      { do: 'GET pods/c-pending', status: 200, has: { status: { phase: 'Pending' } } },
      { ...eviction('c-over'), ...accepted },
      { do: 'GET pods/c-over', status: 404 },
      ...swept('c-pending'),
    ],
  },
  {
    name: 'a Pod that is not ready goes while the others are healthy enough, or when the budget lets it',
    steps: [
      budget('by-default', 'd'),
      made('d-1', 'd'),
      is('d-1', 'Running', 'False'),
      counted('by-default', { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 1 }),
      {
        ...eviction('d-1'),
        ...refused('The disruption budget by-default needs 1 healthy pods and has 0 currently', {}),
      },
      counted('by-default', { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1 }),
      { ...eviction('d-1'), ...accepted },
      budget('always', 'e', { unhealthyPodEvictionPolicy: 'AlwaysAllow' }),
      made('e-1', 'e'),
      is('e-1', 'Running', 'False'),
      counted('always', { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 1 }),
      { ...eviction('e-1'), ...accepted },
      ...swept('d-1', 'e-1'),
    ],
  },
  {
    name: 'an eviction keeps its preconditions, and marks the Pod',
    steps: [
      made('f-1', 'f'),
      is('f-1', 'Running', 'True'),
      {
        ...eviction('f-1', { preconditions: { uid: 'foo' } }),
        status: 409,
        reason: 'Conflict',
        message:
          'Operation cannot be fulfilled on Pod "f-1": the UID in the precondition (foo) does not match the UID in record ({uid}). The object might have been deleted and then recreated',
      },
      { do: 'GET pods/f-1', status: 200, lacks: ['metadata.deletionTimestamp'] },
      {
        ...eviction('f-1', { preconditions: { uid: '{uid}' }, gracePeriodSeconds: 7 }),
        ...accepted,
      },
      {
        do: 'GET pods/f-1',
        status: 200,
        has: {
          metadata: { deletionGracePeriodSeconds: 7 },
          status: {
            conditions: [
              { type: 'Ready' },
              {
                type: 'DisruptionTarget',
                status: 'True',
                reason: 'EvictionByEvictionAPI',
                message: 'Eviction API: evicting',
              },
            ],
          },
        },
      },
      ...swept('f-1'),
    ],
  },
  {
    name: 'selectors with expressions, and one that selects all, protect too',
    steps: [
      budget('by-expression', 'none', {
        selector: {
          matchExpressions: [
            { key: 'budget', operator: 'In', values: ['g', 'h'] },
            { key: 'free', operator: 'DoesNotExist' },
          ],
        },
      }),
      made('g-1', 'g'),
      is('g-1', 'Running', 'True'),
      { ...eviction('g-1'), status: 429 },
      {
        do: 'POST pods',
        body: pod('h-1', { labels: { budget: 'h', free: '' } }),
        status: 201,
      },
      is('h-1', 'Running', 'True'),
      { ...eviction('h-1'), ...accepted },
      ...swept('g-1', 'h-1'),
    ],
  },
  {
    name: 'a deleted Pod stays for its grace, which only gets shorter',
    steps: [
      made('k-1', 'k'),
      is('k-1', 'Running', 'True'),
      {
        do: 'DELETE pods/k-1',
        status: 200,
        has: { kind: 'Pod', metadata: { deletionGracePeriodSeconds: 30, generation: 2 } },
      },
      {
        do: 'DELETE pods/k-1?gracePeriodSeconds=60',
        status: 200,
        has: { metadata: { deletionGracePeriodSeconds: 30, resourceVersion: '{rv}' } },
      },
      {
        do: 'DELETE pods/k-1',
        body: { gracePeriodSeconds: 20 },
        status: 200,
        has: { metadata: { deletionGracePeriodSeconds: 20, generation: 2 } },
      },
      is('k-1', 'Running', 'False'),
      { do: 'GET pods/k-1', status: 200, has: { metadata: { deletionGracePeriodSeconds: 20 } } },
      { do: 'DELETE pods/k-1?gracePeriodSeconds=0', status: 200, has: { kind: 'Pod' } },
      { do: 'GET pods/k-1', status: 404 },
      made('k-2', 'k', { nodeName: '' }),
      { do: 'DELETE pods/k-2', status: 200 },
      { do: 'GET pods/k-2', status: 404 },
    ],
  },
];
