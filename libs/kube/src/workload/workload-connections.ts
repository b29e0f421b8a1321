import { type Clock, systemClock, withDeadline } from '@slipway/service';
import { credentialsFromKubeconfig } from '../credentials/index.js';
import { Endpoints, KubeRest } from '../rest/index.js';
import { Bulkhead } from './bulkhead.js';
import { workloadError } from './workload-error.js';

export interface WorkloadLimits {
  /** Milliseconds for an operation: its turn, the kubeconfig, connecting and the work. */
  readonly deadline: number;
  /** Milliseconds to connect; below the deadline, so that the fault can be named. */
  readonly connectTimeout: number;
  /** Operations at once per cluster, and how many more may wait. */
  readonly concurrent: number;
  readonly queued: number;
}

export interface WorkloadOperation {
  /** Gives the kubeconfig's text: `readKubeconfigSecret`, behind the caller's port. */
  readonly readKubeconfig: (signal: AbortSignal) => Promise<string>;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds instead of the default, for what may take long. */
  readonly deadline?: number | undefined;
}

export interface Workload {
  readonly rest: KubeRest;
  /** Aborts at the deadline or when the caller leaves; to be passed to each request. */
  readonly signal: AbortSignal;
}

const defaults: WorkloadLimits = {
  deadline: 5_000,
  connectTimeout: 4_000,
  concurrent: 4,
  queued: 32,
};

/**
 * Operations on workload clusters. A connection is made in memory from the kubeconfig that holds at
 * that moment; sockets are shared only between equal credentials. One cluster that hangs costs its own
 * callers their deadline and nobody else anything (F13).
 */
export class WorkloadConnections {
  readonly #clock: Clock;
  readonly #limits: WorkloadLimits;
  readonly #bulkhead: Bulkhead;
  readonly #endpoints: Endpoints;

  constructor(
    private readonly options: {
      readonly clock?: Clock;
      readonly userAgent?: string;
      readonly limits?: Partial<WorkloadLimits>;
    } = {},
  ) {
    this.#clock = options.clock ?? systemClock;
    this.#limits = { ...defaults, ...options.limits };
    this.#bulkhead = new Bulkhead(this.#limits);
    this.#endpoints = new Endpoints({
      connectTimeout: this.#limits.connectTimeout,
      connections: 8,
    });
  }

  /**
   * Runs `work` against the cluster's API.
   *
   * @throws WorkloadError when the cluster can't be used; the signal's reason when the caller leaves;
   *   anything else is a defect of `work`
   */
  async withCluster<T>(
    cluster: string,
    { readKubeconfig, signal, deadline = this.#limits.deadline }: WorkloadOperation,
    work: (workload: Workload) => Promise<T>,
  ): Promise<T> {
    const wait = { within: deadline, because: `workload cluster "${cluster}"`, signal };
    try {
      return await withDeadline(this.#clock, wait, (bounded) =>
        this.#bulkhead.run(cluster, bounded, async () => {
          const rest = await this.#connect(await readKubeconfig(bounded), deadline);
          return work({ rest, signal: bounded });
        }),
      );
    } catch (error) {
      signal?.throwIfAborted();
      throw workloadError(error) ?? error;
    }
  }

  /** Ends all sockets; operations in flight fail. */
  async close(): Promise<void> {
    await this.#endpoints.destroy();
  }

  async #connect(kubeconfig: string, timeout: number): Promise<KubeRest> {
    const { userAgent } = this.options;
    return new KubeRest({
      credentials: await credentialsFromKubeconfig(kubeconfig, { clock: this.#clock }),
      endpoints: this.#endpoints,
      clock: this.#clock,
      limits: { timeout },
      ...(userAgent ? { userAgent } : {}),
    });
  }
}
