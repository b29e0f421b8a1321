import {
  blockedText,
  type DrainFlags,
  type DrainPod,
  endRound,
  type EvictionVerdict,
  type Hindrances,
  namespacedName,
  nextRound,
  type OpenRound,
  readEviction,
  type RemainingPod,
  type RoundEnd,
} from '@slipway/capi';
import {
  drainBlocked,
  type DrainStep,
  kubernetesRefused,
  nodeNotFound,
  Refusal,
  workloadUnavailable,
} from '@slipway/contracts';
import { StatusError, type Workload, WorkloadError } from '@slipway/kube';
import { type Clock, type Logger, sleep } from '@slipway/service';
import { type NodeTarget } from './node-targets.js';
import { type WorkloadNodes } from './workload-nodes.js';

/** Evictions at once, so that a Node full of Pods is no storm on its API server. */
const AT_ONCE = 10;
/** Between two looks at a workload cluster that could not be asked. */
const RETRY_MILLISECONDS = 1_000;

export interface RunningDrainOptions {
  readonly workload: WorkloadNodes;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly target: NodeTarget;
  readonly flags: DrainFlags;
  readonly tell: (step: DrainStep) => Promise<void>;
}

/** The rounds of one drain, from the cordon on. */
export class RunningDrain {
  /** What a drain that ends now leaves behind. */
  remaining: readonly RemainingPod[] = [];
  #hindrances: Hindrances = new Map();
  /** What was told of each Pod by its uid, so that only changes are told. */
  readonly #told = new Map<
    string,
    { readonly pod: DrainPod } & Pick<DrainStep, 'step' | 'message'>
  >();

  constructor(private readonly options: RunningDrainOptions) {}

  async run(signal: AbortSignal): Promise<void> {
    const { target, clock, tell } = this.options;
    await tell({ step: 'cordoned', message: `node "${target.node}" takes no new pods` });
    for (;;) {
      const end = await this.#patiently(signal);
      if (end === undefined) return;
      await sleep(clock, end, signal);
    }
  }

  /** The pause until the next round, undefined at the end. A cluster that can't be asked is asked again. */
  async #patiently(signal: AbortSignal): Promise<number | undefined> {
    const { workload, target, logger } = this.options;
    try {
      return await workload.within(target, signal, (open) => this.#round(open));
    } catch (error) {
      if (!isAway(error)) throw error;
      logger.warn({ ...target, because: error.message }, 'a round of a drain is tried again');
      return RETRY_MILLISECONDS;
    }
  }

  async #round(open: Workload): Promise<number | undefined> {
    const { workload, target, flags, clock } = this.options;
    const exists = await workload.exists(open, target);
    const pods = await workload.podsOf(open, target);
    const now = clock.monotonic();
    const round = nextRound({ pods, flags, hindrances: this.#hindrances, now });
    await this.#tellGone(pods);
    if (round.step === 'done') return undefined;
    if (!exists) throw nodeNotFound({ node: target.node });
    if (round.step === 'blocked') throw this.#blocked(round);
    await this.#tellSkipped(round);
    const answers = await this.#evict(open, round.evict);
    const end = endRound({ round, answers, now: clock.monotonic() });
    if (end.step === 'blocked') throw this.#blocked(end);
    if (end.step === 'failed') throw this.#failed(end);
    this.#hindrances = end.hindrances;
    this.remaining = end.remaining;
    for (const { pod, because } of end.remaining) await this.#tellOf(pod, 'waiting', because);
    return end.pauseMilliseconds;
  }

  async #evict(
    open: Workload,
    pods: readonly DrainPod[],
  ): Promise<(readonly [DrainPod, EvictionVerdict])[]> {
    const { workload } = this.options;
    const answers: (readonly [DrainPod, EvictionVerdict])[] = [];
    const queue = [...pods];
    const worker = async () => {
      for (let pod = queue.shift(); pod; pod = queue.shift()) {
        await this.#tellOf(pod, 'evicting', 'its eviction is asked for');
        answers.push([pod, readEviction(await workload.evict(open, pod))]);
        open.signal.throwIfAborted();
      }
    };
    // After the first failure the others must not go on beside the next round.
    const stop = (error: unknown) => {
      queue.splice(0);
      throw error;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, () => worker().catch(stop)));
    return answers;
  }

  #blocked({ blocked }: { readonly blocked: Parameters<typeof blockedText>[1] }): Refusal {
    return drainBlocked({ because: blockedText(this.options.target.node, blocked) });
  }

  #failed({ act, pod, because }: Extract<RoundEnd, { step: 'failed' }>): Refusal {
    const { cluster } = this.options.target;
    const what = `the eviction of pod ${namespacedName(pod)}`;
    return act === 'forbidden'
      ? workloadUnavailable({ cluster, because: `${what} is forbidden: ${because}` })
      : kubernetesRefused({ what, because });
  }

  async #tellSkipped({ skipped }: OpenRound): Promise<void> {
    for (const { pod, because } of skipped) await this.#tellOf(pod, 'skipped', because);
  }

  /** Those that a drain has asked to leave and that did. */
  async #tellGone(pods: readonly DrainPod[]): Promise<void> {
    const here = new Set(pods.map(({ uid }) => uid));
    for (const [uid, { pod, step }] of [...this.#told]) {
      if (here.has(uid)) continue;
      this.#told.delete(uid);
      if (step === 'skipped') continue;
      const message = 'it has left';
      await this.options.tell({ step: 'evicted', pod: namespacedName(pod), message });
    }
  }

  async #tellOf(pod: DrainPod, step: DrainStep['step'], message: string): Promise<void> {
    const last = this.#told.get(pod.uid)?.message;
    if (last === message) return;
    this.#told.set(pod.uid, { pod, step, message });
    await this.options.tell({ step, pod: namespacedName(pod), message });
  }
}

/** Whether a later look may fare better: one who forbids to list has answered. */
function isAway(error: unknown): error is Refusal {
  if (!(error instanceof Refusal && error.cause instanceof WorkloadError)) return false;
  const { cause } = error.cause;
  return !(cause instanceof StatusError && cause.code === 403);
}
