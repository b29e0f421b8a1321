import { type DrainPod, type EvictionOutcome } from '@slipway/capi';
import { workloadUnavailable } from '@slipway/contracts';
import { StatusError, type Workload, WorkloadError } from '@slipway/kube';

/** A round that can't be made because nobody answers. */
export function away(): never {
  const because = 'API unreachable (connection refused)';
  throw workloadUnavailable({ cluster: 'demo', because }, new WorkloadError(because));
}

/** What the kubeconfig's user may not. */
export function forbidden(): never {
  const because = 'forbidden to list pods (403)';
  const cause = new StatusError({
    code: 403,
    reason: 'Forbidden',
    message: because,
    details: {},
    retryAfterSeconds: undefined,
  });
  throw workloadUnavailable({ cluster: 'demo', because }, new WorkloadError(because, cause));
}

export function rejected(
  code: number,
  message: string,
  causes: readonly { readonly reason: string; readonly message: string }[] = [],
): EvictionOutcome {
  return { outcome: 'rejected', status: { code, message, details: { causes } } };
}

/** One Node of a workload cluster in memory, as a drain sees it: an accepted eviction removes its Pod. */
export class FakeWorkload {
  isThere = true;
  /** Every cordon (true) and uncordon. */
  readonly cordons: boolean[] = [];
  /** The uid of each Pod whose eviction was asked for, in order. */
  readonly evicted: string[] = [];
  lists = 0;
  mostAtOnce = 0;
  /** Undefined accepts. */
  answer: (pod: DrainPod) => EvictionOutcome | undefined = () => undefined;
  onEnter: () => void = () => undefined;
  onList: () => void = () => undefined;
  readonly #pods: Map<string, DrainPod>;
  readonly #kept = new Set<string>();
  #atOnce = 0;
  #held: Promise<void> | undefined;

  constructor(pods: readonly DrainPod[]) {
    this.#pods = new Map(pods.map((pod) => [pod.uid, pod]));
  }

  /** A Pod that outlives its eviction until told to leave. */
  keep(uid: string): { leave(): void } {
    this.#kept.add(uid);
    return { leave: () => void this.#pods.delete(uid) };
  }

  /** Evictions wait until the result is called. */
  holdEvictions(): () => void {
    let release: () => void = () => undefined;
    this.#held = new Promise((resolve) => (release = resolve));
    return release;
  }

  calm(): void {
    this.answer = () => undefined;
    this.onEnter = this.onList = () => undefined;
  }

  async within<T>(
    _target: unknown,
    signal: AbortSignal,
    work: (workload: Workload) => Promise<T>,
  ): Promise<T> {
    // The cordon before the drain is not what tests strike.
    if (this.cordons.length > 0) this.onEnter();
    return work({ signal } as Workload);
  }

  async setUnschedulable(_workload: Workload, _target: unknown, on: boolean): Promise<void> {
    this.cordons.push(on);
  }

  async exists(): Promise<boolean> {
    return this.isThere;
  }

  async podsOf(): Promise<DrainPod[]> {
    this.lists++;
    this.onList();
    return [...this.#pods.values()];
  }

  async evict(_workload: Workload, pod: DrainPod): Promise<EvictionOutcome> {
    this.evicted.push(pod.uid);
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#atOnce);
    try {
      await this.#held;
      return this.answer(pod) ?? this.#accept(pod);
    } finally {
      this.#atOnce--;
    }
  }

  #accept(pod: DrainPod): EvictionOutcome {
    if (this.#kept.has(pod.uid)) this.#pods.set(pod.uid, { ...pod, isDeleting: true });
    else this.#pods.delete(pod.uid);
    return { outcome: 'accepted' };
  }
}
