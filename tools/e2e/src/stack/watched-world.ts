import { randomUUID } from 'node:crypto';
import { aCluster, aMachine } from '@slipway/capi/builders';
import { type FaultProxy, until } from '@slipway/testing';
import { behindProxy, Folder, kubeconfigText } from './access.js';
import { applyAll } from './objects.js';
import { type Peer } from './peer.js';
import { Stack } from './stack.js';

/** The least with which no watch is so short that it is suspect. */
const watchSeconds = 2;
const graceMilliseconds = 500;

/** Milliseconds after which a frozen watch must have been noticed. */
export const noticed = watchSeconds * 1000 + graceMilliseconds;

const kinds = ['clusters', 'machines'] as const;

/** The services with short watches, and between them and their API server a fault proxy. */
export class WatchedWorld {
  #round = 0;

  private constructor(
    readonly peer: Peer,
    readonly namespace: string,
    readonly stack: Stack,
    readonly proxy: FaultProxy,
    private readonly folder: Folder,
  ) {}

  static async start(peer: Peer): Promise<WatchedWorld> {
    const namespace = await peer.makeNamespace('watched');
    const folder = await Folder.make();
    const { proxy, access } = await behindProxy(peer.access);
    const stack = await Stack.start({
      kubeconfig: await folder.write('kubeconfig', kubeconfigText(access)),
      namespace,
      env: {
        SLIPWAY_WATCH_SECONDS: `${watchSeconds}-${watchSeconds}`,
        SLIPWAY_WATCH_GRACE_MS: `${graceMilliseconds}`,
        // Two Clusters are two pages.
        SLIPWAY_PAGE_LIMIT: '1',
      },
    });
    return new WatchedWorld(peer, namespace, stack, proxy, folder);
  }

  /** A Cluster `demo` with one Machine `demo-1`, and a Cluster `other`. */
  async populate(): Promise<void> {
    const { objects } = this.peer;
    await applyAll(objects, this.namespace, [
      aCluster('demo').build(),
      aCluster('other').build(),
      aMachine('demo-1', 'demo').build(),
    ]);
    await this.shows(['demo', 'other']);
  }

  /** Cuts every connection and answers no new one. */
  cutOff(): void {
    this.proxy.set({ kind: 'freeze' });
    this.proxy.resetAll();
  }

  /** Changes a Cluster and a Machine; the result resolves once REST shows both, to the milliseconds it took. */
  async change(): Promise<() => Promise<number>> {
    const round = `round ${++this.#round}`;
    const version = `v1.36.${this.#round}`;
    const { objects } = this.peer;
    await objects.patch(this.#cluster('demo'), {
      metadata: { annotations: { 'vmk.vates.tech/description': round } },
    });
    await objects.patch(this.#machine, { spec: { version } });
    const changed = performance.now();
    return async () => {
      const { stack } = this;
      await stack.eventually(
        '/kubernetes/clusters?fields=description',
        ({ text }) => text.includes(`"${round}"`),
        `${round} in the clusters`,
      );
      await stack.eventually(
        '/kubernetes/nodes?fields=version',
        ({ text }) => text.includes(`"${version}"`),
        `${version} in the nodes`,
      );
      return performance.now() - changed;
    };
  }

  /** Deletes `demo` and its Machine and makes others of the same names; gives the Machine's VM. */
  async recreate(): Promise<string> {
    const vm = randomUUID();
    const { objects } = this.peer;
    await objects.delete(this.#machine);
    await objects.delete(this.#cluster('demo'));
    await applyAll(objects, this.namespace, [
      aCluster('demo').build(),
      aMachine('demo-1', 'demo').vm(vm).build(),
    ]);
    return vm;
  }

  /** Takes `other` away and brings `new`. */
  async replaceOther(): Promise<void> {
    await this.peer.objects.delete(this.#cluster('other'));
    await applyAll(this.peer.objects, this.namespace, [aCluster('new').build()]);
  }

  shows(names: readonly string[]): Promise<unknown> {
    const expected = JSON.stringify([...names].sort().map((name) => ({ name })));
    return this.stack.eventually(
      '/kubernetes/clusters?fields=name',
      ({ text }) => text === expected,
      expected,
    );
  }

  /** Per kind, clusters first. */
  relists(): Promise<readonly number[]> {
    return this.#metrics('slipway_cache_relists');
  }

  restarts(): Promise<readonly number[]> {
    return this.#metrics('slipway_cache_watch_restarts');
  }

  /** Resolves once both watches have been given up or have ended, and new ones are tried. */
  async watchesAnew(): Promise<void> {
    const before = await this.restarts();
    await until(async () => (await this.restarts()).every((count, kind) => count > before[kind]!), {
      within: noticed + 5_000,
      because: 'both watches to be tried anew',
      every: 100,
    });
  }

  /** Begins both watches anew, so that neither ends by itself in the next second. */
  async watchesJustOpened(): Promise<void> {
    // A watch that has brought something ends the backoff that the test before may have left.
    await (
      await this.change()
    )();
    const anew = this.watchesAnew();
    this.proxy.resetAll();
    await anew;
    await this.oneWatchEach();
  }

  /** Resolves once each kind has been listed that many times more; rejects when it is more often. */
  async listedAgain(before: readonly number[], times: number): Promise<void> {
    const more = async () => (await this.relists()).map((count, kind) => count - before[kind]!);
    await until(async () => (await more()).every((count) => count >= times), {
      within: noticed + 5_000,
      because: `each kind to be listed ${times} times more`,
    });
    const lists = await more();
    if (lists.some((count) => count !== times)) throw new Error(`listed ${lists.join()} times`);
  }

  /** The most watches that were open at once at any look until `end` has resolved. */
  async mostWatches(end: Promise<unknown>): Promise<number> {
    let most = 0;
    let over = false;
    const ended = end.finally(() => (over = true));
    const look = async () => {
      most = Math.max(most, await this.peer.watches());
      return over;
    };
    await Promise.all([ended, until(look, { within: 60_000, because: 'the end', every: 100 })]);
    return most;
  }

  /** Resolves once Clusters and Machines are watched once each. */
  oneWatchEach(): Promise<unknown> {
    return until(async () => (await this.peer.watches()) === kinds.length, {
      within: noticed + 5_000,
      because: 'one watch per kind',
    });
  }

  async stop(): Promise<void> {
    await this.stack.stop();
    await this.proxy.close();
    await this.folder.remove();
  }

  async #metrics(name: string): Promise<readonly number[]> {
    const value = await this.stack.metrics('clusterApi');
    return kinds.map((kind) => value(name, `kind="${kind}"`));
  }

  #cluster(name: string) {
    return reference('Cluster', name, this.namespace);
  }

  get #machine() {
    return reference('Machine', 'demo-1', this.namespace);
  }
}

const reference = (kind: string, name: string, namespace: string) => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind,
  metadata: { name, namespace },
});
