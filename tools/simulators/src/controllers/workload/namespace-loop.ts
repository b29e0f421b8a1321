import { type KubeRest } from '@slipway/kube';
import { type Clock, type Logger } from '@slipway/service';
import { Collection } from '../engine/collection.js';
import { Loop } from '../engine/loop.js';
import { Writer } from '../engine/writer.js';
import { disruptionBudgets } from './budgets.js';
import { podOwners } from './owners.js';
import { type PodDelays } from './pod-delays.js';
import { podLife } from './pod-life.js';
import { namespaced } from './resources.js';
import { type PodScene } from './scene.js';
import { staticPods } from './static-pods.js';

export interface NamespaceLoopOptions {
  readonly rest: KubeRest;
  readonly namespace: string;
  readonly nodes: Collection;
  readonly delays: PodDelays;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly suffix: () => string;
}

type Kinds = keyof typeof namespaced;

/** Keeps the Pods of one namespace as kubelets, their owners and budgets would have them. */
export class NamespaceLoop {
  readonly #owner = new AbortController();
  readonly #collections: Readonly<Record<Kinds, Collection>>;
  readonly #loop: Loop;
  readonly #writer: Writer;
  readonly #running: Promise<unknown>;

  constructor(private readonly options: NamespaceLoopOptions) {
    const { rest, namespace, clock, logger } = options;
    const wake = () => this.wake();
    this.#collections = Object.fromEntries(
      Object.entries(namespaced).map(([kind, resource]) => [
        kind,
        new Collection({
          rest,
          kind,
          resource,
          namespace,
          clock,
          logger,
          onChange: wake,
          onSynced: wake,
        }),
      ]),
    ) as Record<Kinds, Collection>;
    this.#writer = new Writer({ rest, namespace, clock, logger, resources: namespaced });
    this.#loop = new Loop({
      ...options,
      what: `namespace ${namespace}`,
      isSeen: () => this.#writer.isSeenIn(this.#collections),
      forget: () => this.#writer.forget(),
      look: (signal) => this.#look(signal),
    });
    const { signal } = this.#owner;
    this.#running = Promise.all(Object.values(this.#collections).map((one) => one.run(signal)));
  }

  wake(): void {
    const all = [this.options.nodes, ...Object.values(this.#collections)];
    if (all.every(({ synced }) => synced)) this.#loop.wake();
  }

  async stop(): Promise<void> {
    this.#owner.abort(new Error('the controllers stop'));
    await this.#loop.stop();
    await this.#running;
  }

  #look(signal: AbortSignal): Promise<boolean> {
    const { namespace, nodes, delays, clock, suffix } = this.options;
    const { Pod, ReplicaSet, StatefulSet, DaemonSet, PodDisruptionBudget } = this.#collections;
    const scene: PodScene = {
      namespace,
      pods: Pod.all,
      replicaSets: ReplicaSet.all,
      statefulSets: StatefulSet.all,
      daemonSets: DaemonSet.all,
      budgets: PodDisruptionBudget.all,
      nodes: new Map(nodes.all.map((node) => [node.metadata.name, node])),
      delays,
      now: clock.now(),
      passed: this.#loop.passed,
      suffix,
    };
    const rulings = [podLife, podOwners, staticPods, disruptionBudgets].flatMap((rule) =>
      rule(scene),
    );
    return this.#writer.write(rulings, signal);
  }
}
