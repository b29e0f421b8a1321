import { type Clock } from './clock.js';
import { type Deletes, type DeleteOptions } from './deletes.js';
import { spendBudget } from './disruption-budget.js';
import { type Kind } from './kind.js';
import { at, timestamp, type KubeObject, type Tree } from './kube-object.js';
import { type Answer } from './resources.js';
import { badRequest, notFound, preconditionFailed } from './status.js';
import { type Store } from './store.js';
import { type Target } from './writes.js';

interface Eviction {
  readonly text: string;
  readonly query: URLSearchParams;
}

/** POST of an Eviction: a deletion that disruption budgets may refuse. Source: Kubernetes. */
export class Evictions {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly deletes: Deletes,
    /** The kind PodDisruptionBudget; without it nothing is refused. */
    private readonly budgets: Kind | undefined,
  ) {}

  evict(target: Target, { text, query }: Eviction): Answer {
    const options = read(text, query, target.name);
    const pod = this.store.get(target.kind, target.namespace, target.name)?.object;
    if (!pod) throw notFound(target.kind, target.name);
    if (this.budgets && !isPastProtection(pod)) {
      const { store, clock, budgets: kind } = this;
      const { dryRun } = options;
      const refused = spendBudget({ store, kind, pod, dryRun, now: clock.now() });
      if (refused) return { code: refused.code, body: refused.body };
    }
    this.#delete(target, pod, options);
    const metadata = {};
    return {
      code: 201,
      body: { kind: 'Status', apiVersion: 'v1', metadata, status: 'Success', code: 201 },
    };
  }

  #delete(target: Target, pod: KubeObject, options: DeleteOptions): void {
    const { kind, name } = target;
    const { uid, resourceVersion } = pod.metadata;
    if (options.uid !== undefined && options.uid !== uid)
      throw preconditionFailed(
        kind,
        name,
        `the UID in the precondition (${options.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
      );
    if (options.resourceVersion !== undefined && options.resourceVersion !== resourceVersion)
      throw preconditionFailed(
        kind,
        name,
        `the ResourceVersion in the precondition (${options.resourceVersion}) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`,
      );
    if (options.dryRun) return;
    this.store.write(kind, disrupted(pod, this.clock.now()));
    const { resourceVersion: _, ...rest } = options;
    this.deletes.delete(target, rest);
  }
}

/** Not started, over, or ending already: its eviction takes nothing away. */
function isPastProtection({ metadata, status }: KubeObject): boolean {
  const phase = String(status?.['phase']);
  return (
    ['Pending', 'Succeeded', 'Failed'].includes(phase) || metadata.deletionTimestamp !== undefined
  );
}

function read(text: string, query: URLSearchParams, name: string): DeleteOptions {
  let eviction: unknown;
  try {
    eviction = JSON.parse(text);
  } catch (error) {
    throw badRequest(`the Eviction can't be parsed: ${(error as Error).message}`);
  }
  if (at(eviction, 'metadata', 'name') !== name)
    throw badRequest('name in URL does not match name in Eviction object');
  const options = (at(eviction, 'deleteOptions') ?? {}) as Tree;
  const { uid, resourceVersion } = (options['preconditions'] ?? {}) as Tree;
  const dryRun = [...query.getAll('dryRun'), ...((options['dryRun'] ?? []) as string[])];
  const seconds = options['gracePeriodSeconds'];
  return {
    dryRun: dryRun.includes('All'),
    ...(typeof uid === 'string' ? { uid } : {}),
    ...(typeof resourceVersion === 'string' ? { resourceVersion } : {}),
    ...(typeof seconds === 'number' ? { gracePeriodSeconds: seconds } : {}),
  };
}

/** The Pod with the condition that says why it goes. */
function disrupted(pod: KubeObject, now: Date): KubeObject {
  const conditions = ((pod.status?.['conditions'] ?? []) as Tree[]).filter(
    ({ type }) => type !== 'DisruptionTarget',
  );
  const target = {
    type: 'DisruptionTarget',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: timestamp(now),
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  };
  return { ...pod, status: { ...pod.status, conditions: [...conditions, target] } };
}
