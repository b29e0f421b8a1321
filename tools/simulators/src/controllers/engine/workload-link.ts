import {
  create,
  credentialsFromKubeconfig,
  type Endpoints,
  KubeRest,
  mergePatch,
  remove,
  resourcePath,
} from '@slipway/kube';
import { type Clock, type Logger, sleep } from '@slipway/service';
import { type KubeObject } from '../../api/index.js';
import { type Delays } from '../delays.js';
import { type Drain, type NodeChanges, type Workload } from '../rules/index.js';
import { Collection } from './collection.js';
import { DrainJob } from './drain-job.js';

export interface LinkOptions {
  readonly kubeconfig: string;
  readonly endpoints: Endpoints;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly delays: Delays;
  readonly onChange: () => void;
}

const nodes = { group: '', version: 'v1', plural: 'nodes' } as const;

/** The connection to one cluster's own API: its Nodes, whether it answers, drains. */
export class WorkloadLink {
  readonly #owner = new AbortController();
  readonly #drains = new Map<string, DrainJob>();
  readonly #nodes: Collection;
  readonly #running: Promise<unknown>;
  #lastProbe: { readonly at: Date; readonly monotonic: number } | undefined;

  private constructor(
    readonly kubeconfig: string,
    private readonly rest: KubeRest,
    private readonly options: LinkOptions,
  ) {
    const { clock, logger, onChange } = options;
    this.#nodes = new Collection({
      rest,
      kind: 'Node',
      resource: nodes,
      clock,
      logger,
      onChange,
      onSynced: onChange,
    });
    const { signal } = this.#owner;
    this.#running = Promise.all([this.#nodes.run(signal), this.#probe(signal)]);
  }

  /** Rejects when the kubeconfig can't be used. */
  static async open(options: LinkOptions): Promise<WorkloadLink> {
    const { kubeconfig, endpoints, clock } = options;
    const credentials = await credentialsFromKubeconfig(kubeconfig, { clock });
    return new WorkloadLink(kubeconfig, new KubeRest({ credentials, endpoints, clock }), options);
  }

  get state(): Workload {
    const { clock, delays } = this.options;
    const silence =
      this.#lastProbe === undefined ? undefined : clock.monotonic() - this.#lastProbe.monotonic;
    const drains: [string, Drain][] = [...this.#drains].map(([node, job]) => [node, job.state]);
    return {
      kubeconfig: this.kubeconfig,
      nodes: new Map(this.#nodes.all.map((node) => [node.metadata.name, node])),
      connected: this.#nodes.synced && (silence ?? Infinity) <= delays.probeGrace,
      ...(this.#lastProbe ? { lastProbe: this.#lastProbe.at } : {}),
      ...(silence === undefined ? {} : { silence }),
      drains: new Map(drains),
    };
  }

  /** True when something has to be tried again. */
  async change({ join, ready, leave }: NodeChanges): Promise<boolean> {
    const { signal } = this.#owner;
    const at = (node: KubeObject, subresource?: string) =>
      resourcePath(nodes, { name: node.metadata.name, subresource });
    const { rest } = this;
    const outcomes = [
      ...join.map(
        (node) => () => create(rest, { path: resourcePath(nodes), object: node, signal }),
      ),
      ...ready.map(
        (node) => () =>
          mergePatch(rest, {
            path: at(node, 'status'),
            patch: { status: { conditions: node.status?.['conditions'] } },
            signal,
          }),
      ),
      ...leave.map(
        (node) => () =>
          remove(rest, { path: at(node), preconditions: { uid: node.metadata.uid ?? '' }, signal }),
      ),
    ];
    let again = false;
    for (const write of outcomes)
      again =
        (await write().then(
          // 404 and 409: it is so already, and the watch is about to show it.
          (outcome) => outcome.outcome === 'unknown',
          () => true,
        )) || again;
    return again;
  }

  /** Empties Nodes, one job each; those that are not named any more are given up. */
  drain(names: readonly string[]): void {
    for (const [name, job] of this.#drains)
      if (!names.includes(name) && !this.#nodes.get(name)) {
        job.stop();
        this.#drains.delete(name);
      }
    for (const name of names) {
      if (this.#drains.has(name)) continue;
      const { clock, delays, onChange } = this.options;
      const retry = delays.retry;
      const { signal } = this.#owner;
      const job = new DrainJob({ rest: this.rest, node: name, clock, retry, signal, onChange });
      this.#drains.set(name, job);
    }
  }

  async close(): Promise<void> {
    this.#owner.abort(new Error('the link to the cluster is closed'));
    await Promise.all([this.#running, ...[...this.#drains.values()].map((job) => job.ended)]);
  }

  async #probe(signal: AbortSignal): Promise<void> {
    const { clock, delays, onChange } = this.options;
    let healthy = false;
    while (!signal.aborted) {
      const answered = await this.rest
        .get('/version', { signal, timeout: Math.max(50, delays.probe / 2) })
        .then(
          () => true,
          () => false,
        );
      if (signal.aborted) return;
      if (answered) this.#lastProbe = { at: clock.now(), monotonic: clock.monotonic() };
      if (!answered || !healthy) onChange();
      healthy = answered;
      await sleep(clock, delays.probe, signal).catch(() => undefined);
    }
  }
}
