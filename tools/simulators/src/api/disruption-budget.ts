import { type Kind } from './kind.js';
import { timestamp, type KubeObject, type Tree } from './kube-object.js';
import { selects } from './label-selector.js';
import { StatusError } from './status.js';
import { type Store } from './store.js';

/** A Pod that is not ready may go whatever the budget, or while the others are healthy enough. */
function mayGoUnready(budget: KubeObject): boolean {
  if (budget.spec?.['unhealthyPodEvictionPolicy'] === 'AlwaysAllow') return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = counts(budget);
  return currentHealthy >= desiredHealthy && desiredHealthy > 0;
}

/**
 * Takes one disruption from the Pod's budget; what is returned is the answer to a Pod with several,
 * which is none of the API's usual errors.
 *
 * @throws StatusError 429 with the cause `DisruptionBudget` when nothing may be taken now
 */
export function spendBudget({
  store,
  kind,
  pod,
  dryRun,
  now,
}: {
  readonly store: Store;
  readonly kind: Kind;
  readonly pod: KubeObject;
  readonly dryRun: boolean;
  readonly now: Date;
}): { readonly code: number; readonly body: Tree } | undefined {
  const { namespace, labels, name } = pod.metadata;
  const budgets = store
    .list(kind, namespace)
    .map(({ object }) => object)
    .filter((budget) => selects(budget.spec?.['selector'], labels));
  const [budget, second] = budgets;
  if (second) return severalBudgets;
  if (!budget || (!isReady(pod) && mayGoUnready(budget))) return undefined;
  const {
    disruptionsAllowed = 0,
    currentHealthy = 0,
    desiredHealthy = 0,
    observedGeneration = 0,
  } = counts(budget);
  const called = budget.metadata.name;
  if (observedGeneration < (budget.metadata.generation ?? 0))
    throw refused(`The disruption budget ${called} is still being processed by the server.`, 10);
  if (disruptionsAllowed < 0)
    throw new StatusError(
      403,
      'Forbidden',
      `poddisruptionbudget.policy "${called}" is forbidden: pdb disruptions allowed is negative`,
      { details: { name: called, group: 'policy', kind: 'poddisruptionbudget' } },
    );
  if (disruptionsAllowed === 0)
    throw refused(
      `The disruption budget ${called} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
    );
  if (dryRun) return undefined;
  const left = disruptionsAllowed - 1;
  const before = budget.status ?? {};
  const disruptedPods = { ...(before['disruptedPods'] as Tree), [name]: timestamp(now) };
  const status: Tree = { ...before, disruptionsAllowed: left, disruptedPods };
  if (left === 0) status['conditions'] = exhausted(budget, now);
  store.write(kind, { ...budget, status });
  return undefined;
}

const severalBudgets = {
  code: 500,
  body: {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message:
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    code: 500,
  },
};

const counts = ({ status = {} }: KubeObject) => status as Readonly<Record<string, number>>;

const isReady = ({ status }: KubeObject): boolean =>
  ((status?.['conditions'] ?? []) as Tree[]).some(
    (condition) => condition['type'] === 'Ready' && condition['status'] === 'True',
  );

function refused(message: string, retryAfterSeconds?: number): StatusError {
  const causes = [{ reason: 'DisruptionBudget', message }];
  return new StatusError(
    429,
    'TooManyRequests',
    "Cannot evict pod as it would violate the pod's disruption budget.",
    { details: { causes, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) } },
  );
}

/** The budget's own condition, once the last disruption is taken. */
function exhausted({ metadata, status }: KubeObject, now: Date): Tree[] {
  const others = ((status?.['conditions'] ?? []) as Tree[]).filter(
    ({ type }) => type !== 'DisruptionAllowed',
  );
  const condition = {
    type: 'DisruptionAllowed',
    status: 'False',
    observedGeneration: metadata.generation,
    lastTransitionTime: timestamp(now),
    reason: 'InsufficientPods',
    message: '',
  };
  return [...others, condition];
}
