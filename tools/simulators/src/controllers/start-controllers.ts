import { credentialsFromKubeconfig, Endpoints, KubeRest } from '@slipway/kube';
import { type Clock, type Logger, systemClock } from '@slipway/service';
import { randomSuffix, type KubeObject } from '../api/index.js';
import { demoDelays, type Delays } from './delays.js';
import { ClusterLoop } from './engine/cluster-loop.js';
import { clusterOf, Collection } from './engine/collection.js';
import { watched, type WatchedKind } from './engine/resources.js';
import { silent } from './engine/silent.js';
import { type Collections } from './engine/scene-of.js';
import { type WorkloadClusters } from './workload-clusters.js';

export interface ControllersOptions {
  /** Text of a kubeconfig for the management API: any server with Cluster API's and Vates' kinds. */
  readonly kubeconfig: string;
  /** Where the Clusters are. */
  readonly namespace: string;
  readonly workloads: WorkloadClusters;
  readonly delays?: Partial<Delays>;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Five characters; for tests. */
  readonly suffix?: () => string;
}

export interface Controllers {
  /** Ends all watches and writes; objects stay as they are. */
  stop(): Promise<void>;
}

/**
 * Behaves as Cluster API and the Vates provider do towards the objects of one namespace, as a client of
 * the API like any other. Resolves once all kinds are listed.
 */
export async function startControllers(options: ControllersOptions): Promise<Controllers> {
  const { kubeconfig, namespace, workloads } = options;
  const { clock = systemClock, logger = silent, suffix = randomSuffix } = options;
  const delays = { ...demoDelays, ...options.delays };
  const endpoints = new Endpoints();
  const credentials = await credentialsFromKubeconfig(kubeconfig, { clock });
  const rest = new KubeRest({ credentials, endpoints, clock });
  const owner = new AbortController();
  const loops = new Map<string, ClusterLoop>();
  const ending = new Set<Promise<void>>();

  const loopOf = (name: string): ClusterLoop => {
    const known = loops.get(name);
    if (known) return known;
    const loop = new ClusterLoop(name, {
      rest,
      endpoints,
      namespace,
      collections,
      workloads,
      delays,
      clock,
      logger,
      suffix,
      onEmpty: () => {
        loops.delete(name);
        const ended = loop.stop().finally(() => ending.delete(ended));
        ending.add(ended);
      },
    });
    loops.set(name, loop);
    return loop;
  };
  const isSynced = () => Object.values(collections).every(({ synced }) => synced);
  const onChange = (object: KubeObject): void => {
    const name = clusterOf(object);
    // Before all kinds are listed, what is missing may only not have been seen yet.
    if (name !== undefined && isSynced() && !owner.signal.aborted) loopOf(name).wake();
  };
  const { promise: listed, resolve } = deferred();
  const onSynced = (): void => {
    if (!isSynced()) return;
    for (const collection of Object.values(collections)) collection.all.forEach(onChange);
    resolve();
  };
  const collections = Object.fromEntries(
    Object.entries(watched).map(([kind, resource]) => [
      kind,
      new Collection({ rest, kind, resource, namespace, clock, logger, onChange, onSynced }),
    ]),
  ) as Readonly<Record<WatchedKind, Collection>> satisfies Collections;
  const running = Object.values(collections).map((one) => one.run(owner.signal));
  await listed;
  return {
    async stop() {
      owner.abort(new Error('the controllers stop'));
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
      await Promise.all([...running, ...ending]);
      await endpoints.destroy();
    },
  };
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
