import {
  aCluster,
  aKubeconfigSecret,
  aMachine,
  aNode,
  aPersistentVolume,
} from '@slipway/capi/builders';
import { type FaultProxy, until } from '@slipway/testing';
import { type Access, behindProxy, Folder, kubeconfigText } from './access.js';
import { applyAll } from './objects.js';
import { type Peer } from './peer.js';
import { Stack } from './stack.js';

const lists = ['nodes', 'pods', 'persistentvolumes', 'volumeattachments'];

export interface WorkloadWorldOptions {
  /** Of the clusters. */
  readonly names: readonly string[];
  /** Those among them whose API will be struck; the refused one has a wrong token from the start. */
  readonly faulty?: {
    readonly blackHoled?: string;
    readonly slow?: string;
    readonly refused?: string;
  };
  /** Milliseconds for reading one workload cluster. */
  readonly deadline?: number;
  /** Of each cluster. */
  readonly description?: string;
}

export interface Held<T> {
  /** Lets them go on to their ends. */
  release(): Promise<T[]>;
}

/**
 * The services with many clusters. One API server is the management cluster, behind a proxy, and the
 * workload API of all of them: past any proxy for those in health, so that they cost little.
 */
export class WorkloadWorld {
  private constructor(
    private readonly peer: Peer,
    readonly stack: Stack,
    private readonly line: FaultProxy,
    private readonly failing: { readonly blackHoled: FaultProxy; readonly slow: FaultProxy },
    private readonly folder: Folder,
  ) {}

  static async start(
    peer: Peer,
    { names, faulty = {}, deadline = 5_000, description = '' }: WorkloadWorldOptions,
  ): Promise<WorkloadWorld> {
    const namespace = await peer.makeNamespace('workloads');
    const folder = await Folder.make();
    const [line, blackHoled, slow] = await Promise.all([
      behindProxy(peer.access),
      behindProxy(peer.access),
      behindProxy(peer.access),
    ]);
    const accesses = new Map<string | undefined, Access>([
      [faulty.blackHoled, blackHoled.access],
      [faulty.slow, slow.access],
      [faulty.refused, { ...peer.access, token: 'of-yesterday' }],
    ]);
    await applyAll(peer.objects, undefined, [
      aNode('worker').build(),
      aPersistentVolume('pv').unclaimed().build(),
    ]);
    const apply = (name: string) =>
      applyAll(peer.objects, namespace, [
        aCluster(name).describedAs(description).build(),
        aMachine(`${name}-m`, name).node('worker').build(),
        aKubeconfigSecret(name)
          .kubeconfig(kubeconfigText(accesses.get(name) ?? ownAccess(peer, name)))
          .build(),
      ]);
    for (let from = 0; from < names.length; from += 10)
      await Promise.all(names.slice(from, from + 10).map(apply));
    const stack = await Stack.start({
      kubeconfig: await folder.write('kubeconfig', kubeconfigText(line.access)),
      namespace,
      env: { SLIPWAY_WORKLOAD_DEADLINE_MS: `${deadline}` },
    });
    await connect(
      stack,
      names.filter((name) => name !== faulty.refused),
    );
    const failing = { blackHoled: blackHoled.proxy, slow: slow.proxy };
    return new WorkloadWorld(peer, stack, line.proxy, failing, folder);
  }

  /** From now on one workload API is black-holed, one too slow. */
  strike(): void {
    this.failing.blackHoled.set({ kind: 'blackHole' });
    this.failing.slow.set({ kind: 'delay', milliseconds: 20_000, direction: 'response' });
  }

  /** How many lists of Nodes, Pods, volumes and attachments came to the server during `work`. */
  async counted(work: () => Promise<unknown>): Promise<readonly number[]> {
    const count = () => this.peer.lists(...lists);
    const before = await count();
    await work();
    return (await count()).map((after, index) => after - before[index]!);
  }

  /** Begins all and resolves once they run at cluster-api, held before they know how to read a cluster. */
  async hold<T>(works: readonly (() => Promise<T>)[]): Promise<Held<T>> {
    this.line.set({ kind: 'freeze', direction: 'response' });
    const results = Promise.all(works.map((work) => work()));
    const running = async () =>
      (await this.stack.metrics('clusterApi'))('slipway_bus_running_calls');
    await until(async () => (await running()) === works.length, {
      within: 10_000,
      because: `${works.length} calls to run`,
    });
    return {
      release: () => {
        this.line.clear();
        return results;
      },
    };
  }

  async stop(): Promise<void> {
    await this.stack.stop();
    const { blackHoled, slow } = this.failing;
    await Promise.all([this.line, blackHoled, slow].map((proxy) => proxy.close()));
    await this.folder.remove();
  }
}

/**
 * The peer by other bytes of its CA: so the cluster gets sockets of its own, as in life. All clusters on
 * the few of one would wait for each other, and for the slowest.
 */
function ownAccess({ access }: Peer, cluster: string): Access {
  return { ...access, ca: `# ${cluster}\n${access.ca}` };
}

/**
 * Reads a few clusters at a time until all can be read: a list would open every connection at once, and
 * on a busy machine lose those that aren't open at its deadline.
 */
async function connect(stack: Stack, clusters: readonly string[]): Promise<void> {
  for (let from = 0; from < clusters.length; from += 5)
    await Promise.all(
      clusters
        .slice(from, from + 5)
        .map((name) =>
          stack.eventually(
            `/kubernetes/clusters/${name}`,
            ({ text }) => ['"volumes":', '"is_draining":'].every((key) => text.includes(key)),
            `${name} to be read`,
          ),
        ),
    );
}
