import { type DrainPod } from './drain-pod.js';
import { type EvictionVerdict } from './eviction.js';
import { type BlockedPod, type HeldPod, type Hindrances, type OpenRound } from './next-round.js';

/** A Pod that the drain waits for, and why it is still there. */
export interface RemainingPod {
  readonly pod: DrainPod;
  readonly because: string;
}

export type RoundEnd =
  | {
      readonly step: 'again';
      /** Until the next list. */
      readonly pauseMilliseconds: number;
      /** For the next round. */
      readonly hindrances: Hindrances;
      /** What a drain that ends now would leave behind. */
      readonly remaining: readonly RemainingPod[];
    }
  | { readonly step: 'blocked'; readonly blocked: readonly BlockedPod[] }
  /** The first eviction that can't be repeated with a better end. */
  | {
      readonly step: 'failed';
      readonly act: 'forbidden' | 'refused';
      readonly pod: DrainPod;
      readonly because: string;
    };

/** How often leaving Pods are looked for, as kubectl does. */
const lookEvery = 1000;

/** What follows from the answers to a round's evictions; every Pod of `evict` has one. */
export function endRound({
  round,
  answers,
  now,
}: {
  readonly round: OpenRound;
  readonly answers: Iterable<readonly [DrainPod, EvictionVerdict]>;
  readonly now: number;
}): RoundEnd {
  const blocked: BlockedPod[] = [];
  const leaving = [...round.leaving];
  const held = [...round.held];
  let failed: RoundEnd | undefined;
  for (const [pod, answer] of answers) {
    switch (answer.act) {
      case 'misconfigured':
        blocked.push({ pod, because: ['several-budgets'] });
        break;
      case 'forbidden':
      case 'refused':
        failed ??= { step: 'failed', act: answer.act, pod, because: answer.because };
        break;
      case 'retry':
        held.push({ pod, until: now + answer.afterMilliseconds, because: answer.because });
        break;
      case 'accepted':
        leaving.push(pod);
        break;
      case 'recheck':
        held.push({
          pod,
          until: now + lookEvery,
          because: 'it changed while it was to be evicted',
        });
        break;
      case 'gone':
        break;
    }
  }
  if (blocked.length > 0) return { step: 'blocked', blocked };
  if (failed) return failed;
  return {
    step: 'again',
    pauseMilliseconds: pause(leaving.length > 0 ? now + lookEvery : Infinity, held, now),
    hindrances: new Map(held.map(({ pod, until, because }) => [pod.uid, { until, because }])),
    remaining: [
      ...leaving.map((pod) => ({ pod, because: 'it is still terminating' })),
      ...held.map(({ pod, because }) => ({ pod, because })),
    ],
  };
}

/** At once when nothing is waited for: the next list tells that the drain is done. */
function pause(look: number, held: readonly HeldPod[], now: number): number {
  const next = Math.min(look, ...held.map(({ until }) => until));
  return next === Infinity ? 0 : Math.max(next - now, 0);
}
