import { type KubeRest, listAll, mergePatch, resourcePath } from '@slipway/kube';
import { type Clock, linked, sleep } from '@slipway/service';
import { type KubeObject } from '../../api/index.js';
import { annotationOf, controllerOf, isDeleting } from '../objects/index.js';
import { type Drain } from '../rules/index.js';

export interface DrainOptions {
  readonly rest: KubeRest;
  readonly node: string;
  readonly clock: Clock;
  /** Milliseconds between rounds. */
  readonly retry: number;
  readonly signal: AbortSignal;
  readonly onChange: () => void;
}

const pods = { group: '', version: 'v1', plural: 'pods' } as const;

/**
 * Cordons a Node and evicts its Pods, round by round, until none is left that a drain concerns: Pods of
 * DaemonSets and static ones stay. Source: Cluster API, node drain.
 */
export class DrainJob {
  readonly ended: Promise<void>;
  readonly #owner;
  #state: Drain = { done: false, message: '' };

  constructor(private readonly options: DrainOptions) {
    this.#owner = linked(options.signal);
    this.ended = this.#run(this.#owner.signal).finally(() => this.#owner.dispose());
  }

  get state(): Drain {
    return this.#state;
  }

  stop(): void {
    this.#owner.abort(new Error('the drain is given up'));
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, retry, onChange } = this.options;
    while (!signal.aborted && !this.#state.done) {
      const next = await this.#round(signal).catch((error: unknown): Drain => ({
        done: false,
        message: `can't drain: ${String(error)}`,
      }));
      if (signal.aborted) return;
      const news = next.done || next.message !== this.#state.message;
      this.#state = next;
      if (news) onChange();
      if (!next.done) await sleep(clock, retry, signal).catch(() => undefined);
    }
  }

  async #round(signal: AbortSignal): Promise<Drain> {
    const { rest, node } = this.options;
    const path = resourcePath({ ...pods, plural: 'nodes' }, { name: node });
    await mergePatch(rest, { path, patch: { spec: { unschedulable: true } }, signal });
    const there = await listAll(
      { rest, path: resourcePath(pods), query: { fieldSelector: `spec.nodeName=${node}` }, signal },
      (raw) => raw as KubeObject,
    );
    const concerned = there.filter(
      (pod) =>
        controllerOf(pod)?.kind !== 'DaemonSet' &&
        annotationOf(pod, 'kubernetes.io/config.mirror') === undefined,
    );
    const going = concerned.filter(isDeleting);
    const refusals: string[] = [];
    for (const pod of concerned.filter((one) => !isDeleting(one)))
      refusals.push(...(await this.#evict(pod, signal)));
    if (concerned.length === 0) return { done: true, message: '' };
    const names = (some: readonly KubeObject[]) =>
      some.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).join(', ');
    const lines = [
      ...(going.length > 0
        ? [`* Pod ${names(going)}: deletionTimestamp set, but still not removed from the Node`]
        : []),
      ...refusals,
    ];
    const title = `Drain not completed yet (started for Node ${node}):`;
    return { done: false, message: lines.length > 0 ? [title, ...lines].join('\n') : '' };
  }

  async #evict({ metadata }: KubeObject, signal: AbortSignal): Promise<string[]> {
    const { name, namespace, uid } = metadata;
    const outcome = await this.options.rest.write({
      method: 'POST',
      path: resourcePath(pods, { namespace, name, subresource: 'eviction' }),
      body: {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name, namespace },
        deleteOptions: { preconditions: { uid } },
      },
      signal,
    });
    if (outcome.outcome === 'accepted') return [];
    const { status } = outcome;
    if (status?.code === 404) return [];
    const budget = status?.details.causes?.find(({ reason }) => reason === 'DisruptionBudget');
    const because = outcome.outcome === 'unknown' ? outcome.because : outcome.status.message;
    return budget
      ? [
          `* Pod ${namespace}/${name}: cannot evict pod as it would violate the pod's disruption budget. ${budget.message ?? ''}`,
        ]
      : [`* Pod ${namespace}/${name}: failed to evict Pod, ${because}`];
  }
}
