import {
  type ClusterRecord,
  type MachineRecord,
  projectCluster,
  projectMachine,
  type ResourceIds,
} from '@slipway/capi';
import {
  type Backoff,
  type Credentials,
  Endpoints,
  KubeRest,
  ProjectedStore,
  Reflector,
  type ReflectorOptions,
  type ReflectorTiming,
  resourcePath,
} from '@slipway/kube';
import { type CheckResult, type Clock, type Logger, sleep } from '@slipway/service';

const clusterApi = { group: 'cluster.x-k8s.io', version: 'v1beta2' };

export interface ManagementCacheOptions {
  /** Opens the credentials; tried until it succeeds, so that a missing file stops no start. */
  readonly credentials: () => Promise<Credentials>;
  readonly namespace: string;
  readonly ids: ResourceIds;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Objects per page of a list. */
  readonly pageLimit?: number;
  /** Hears of each object that has changed here, by Kubernetes kind and name. */
  readonly onChanged?: (kind: 'Cluster' | 'Machine', name: string) => void;
  readonly timing?: Partial<ReflectorTiming>;
  readonly backoff?: () => Backoff;
  /** Milliseconds without a word from the server after which reads carry a warning. */
  readonly staleAfter?: number;
  readonly retryCredentialsAfter?: number;
}

/** The Clusters and Machines of one namespace, kept in step with the management cluster. */
export class ManagementCache {
  readonly clusters: ProjectedStore<ClusterRecord>;
  readonly machines: ProjectedStore<MachineRecord>;
  readonly #endpoints = new Endpoints();
  readonly #options: ManagementCacheOptions;
  #reflectors: readonly Pick<Reflector<unknown>, 'stats'>[] = [];
  #rest: KubeRest | undefined;
  #trouble = 'the kubeconfig has not been read yet';
  #stale = false;
  #synced: () => void = () => undefined;
  /** Resolves once both kinds have been listed: only then may reads be answered. */
  readonly synced = new Promise<void>((resolve) => (this.#synced = resolve));

  constructor(options: ManagementCacheOptions) {
    this.#options = options;
    this.clusters = new ProjectedStore({
      keyOf: ({ name }) => name,
      idOf: ({ view }) => view.id,
    });
    this.machines = new ProjectedStore({
      keyOf: ({ name }) => name,
      idOf: ({ view }) => view.id,
      groupOf: ({ cluster }) => cluster,
    });
  }

  /** Requests to the management cluster; undefined until the credentials could be read. */
  get rest(): KubeRest | undefined {
    return this.#rest;
  }

  /** Resolves once the signal has aborted and nothing is left open. */
  async run(signal: AbortSignal): Promise<void> {
    const credentials = await this.#openCredentials(signal);
    if (credentials) {
      this.#rest = new KubeRest({
        credentials,
        endpoints: this.#endpoints,
        clock: this.#options.clock,
      });
      const { ids } = this.#options;
      const clusters = this.#reflector(this.#rest, 'clusters', {
        store: this.clusters,
        project: projectCluster(ids),
      });
      const machines = this.#reflector(this.#rest, 'machines', {
        store: this.machines,
        project: projectMachine(ids),
      });
      this.#reflectors = [clusters, machines];
      await Promise.all([clusters.run(signal), machines.run(signal)]);
    }
    await this.#endpoints.destroy();
  }

  /** For readiness: up once the cache is filled, also while its server is away. */
  check(): CheckResult {
    if (this.#reflectors.length === 0) return { up: false, because: this.#trouble };
    const trouble = this.#reflectors.map(({ stats }) => stats.trouble).find(Boolean);
    if (this.#reflectors.every(({ stats }) => stats.synced)) {
      return { up: true, because: this.staleBecause() };
    }
    return { up: false, because: trouble ?? 'the first list is not complete' };
  }

  /** What a reader should know when the server has been silent too long; else undefined. */
  staleBecause(): string | undefined {
    const { clock, staleAfter = 60_000 } = this.#options;
    const contacts = this.#reflectors.map(({ stats }) => stats.lastContact ?? clock.monotonic());
    const silence = clock.monotonic() - Math.min(...contacts);
    const stale = this.#reflectors.length > 0 && silence > staleAfter;
    this.#tellStaleness(stale);
    return stale
      ? `the management cluster has not answered for ${Math.round(silence / 1000)} s; this may be old`
      : undefined;
  }

  /** Once a change: probes and requests ask often. */
  #tellStaleness(stale: boolean): void {
    if (stale === this.#stale) return;
    this.#stale = stale;
    const { logger } = this.#options;
    if (stale) logger.warn({}, 'the management cluster is silent; reads come from an old cache');
    else logger.info({}, 'the management cluster answers again');
  }

  /** Numbers for metrics, by kind. */
  stats() {
    const kinds = ['clusters', 'machines'];
    return this.#reflectors.map(({ stats }, index) => ({ kind: kinds[index]!, ...stats }));
  }

  async #openCredentials(signal: AbortSignal): Promise<Credentials | undefined> {
    const { credentials, logger, clock, retryCredentialsAfter = 1_000 } = this.#options;
    while (!signal.aborted) {
      try {
        return await credentials();
      } catch (error) {
        const trouble = error instanceof Error ? error.message : String(error);
        if (trouble !== this.#trouble) logger.error({}, `no way to Kubernetes: ${trouble}`);
        this.#trouble = trouble;
        await sleep(clock, retryCredentialsAfter, signal).catch(() => undefined);
      }
    }
    return undefined;
  }

  #reflector<T extends ClusterRecord | MachineRecord>(
    rest: KubeRest,
    plural: 'clusters' | 'machines',
    mirrored: Pick<ReflectorOptions<T>, 'store' | 'project'>,
  ): Reflector<T> {
    const { namespace, logger, clock, pageLimit, onChanged, timing, backoff } = this.#options;
    const kind = plural === 'clusters' ? 'Cluster' : 'Machine';
    return new Reflector({
      ...mirrored,
      rest,
      path: resourcePath({ ...clusterApi, plural }, { namespace }),
      identity: ({ name, uid, resourceVersion }) => ({ key: name, uid, resourceVersion }),
      limit: pageLimit,
      logger,
      clock,
      ...(timing ? { timing } : {}),
      ...(backoff ? { backoff: backoff() } : {}),
      handler: {
        onSeeded: () => this.#seeded(),
        onUpserted: ({ name }) => onChanged?.(kind, name),
        onDeleted: ({ name }) => onChanged?.(kind, name),
      },
    });
  }

  #seeded(): void {
    if (this.#reflectors.every(({ stats }) => stats.synced)) this.#synced();
  }
}
