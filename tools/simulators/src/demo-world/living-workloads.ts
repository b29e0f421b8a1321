// Types only, as in start-living-world.ts.
import type {
  PodControllersOptions,
  WorkloadCluster,
  WorkloadClusters,
} from '../controllers/index.js';
import { admin, startApiServer, type ApiServer } from '../api/index.js';
import { workloadClusterKinds } from '../kinds/index.js';
import { planClusters } from './plan.js';
import { systemOf } from './pods.js';
import { seed } from './start-world.js';
import { insideOf, namespaceObjects } from './workload.js';

export interface LivingWorkloadsOptions {
  /** The administrator's, for all of them. */
  readonly token: string;
  /** Gives life to the Pods of one. */
  readonly enliven: (
    options: Pick<PodControllersOptions, 'kubeconfig'>,
  ) => Promise<{ stop(): Promise<void> }>;
}

interface Living {
  readonly server: ApiServer;
  readonly life: { stop(): Promise<void> };
}

/** API servers of clusters that come and go, beside those that the world began with; Pods live in all. */
export class LivingWorkloads implements WorkloadClusters {
  readonly #living = new Map<string, Living>();
  readonly #servers = new Map<string, ApiServer>();

  private constructor(private readonly options: LivingWorkloadsOptions) {}

  static async start(
    first: ReadonlyMap<string, ApiServer>,
    options: LivingWorkloadsOptions,
  ): Promise<LivingWorkloads> {
    const workloads = new LivingWorkloads(options);
    for (const [name, server] of first) await workloads.#enliven(name, server);
    return workloads;
  }

  get byName(): ReadonlyMap<string, ApiServer> {
    return this.#servers;
  }

  async open({ name }: WorkloadCluster): Promise<string> {
    const { token } = this.options;
    const known = this.#servers.get(name);
    if (known) return known.kubeconfig(token);
    const kinds = workloadClusterKinds;
    const server = await startApiServer({ name, kinds, users: { [token]: admin() } });
    const now = new Date();
    seed(server, kinds, namespaceObjects(now));
    const [plan] = planClusters({ clusters: 1 });
    if (plan) seed(server, kinds, systemOf(insideOf({ ...plan, name }, now, [])));
    await this.#enliven(name, server);
    return server.kubeconfig(token);
  }

  async close({ name }: Pick<WorkloadCluster, 'name'>): Promise<void> {
    const living = this.#living.get(name);
    this.#living.delete(name);
    this.#servers.delete(name);
    await living?.life.stop();
    await living?.server.close();
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#living.keys()].map((name) => this.close({ name })));
  }

  async #enliven(name: string, server: ApiServer): Promise<void> {
    const kubeconfig = server.kubeconfig(this.options.token);
    this.#living.set(name, { server, life: await this.options.enliven({ kubeconfig }) });
    this.#servers.set(name, server);
  }
}
