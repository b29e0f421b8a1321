import { type DrainPod } from './drain-pod.js';
import { type BlockReason, type DrainFlags, judgePod, type SkipReason } from './judge-pod.js';

export interface BlockedPod {
  readonly pod: DrainPod;
  readonly because: readonly BlockReason[];
}

/** What the last round found in the way of an eviction, by the Pod's uid; the first round has none. */
export type Hindrances = ReadonlyMap<string, Hindrance>;

export interface Hindrance {
  /** Milliseconds on the clock of `now`: not to be tried again before. */
  readonly until: number;
  readonly because: string;
}

export interface HeldPod extends Hindrance {
  readonly pod: DrainPod;
}

export interface OpenRound {
  readonly step: 'evict';
  /** To be evicted now, perhaps none. */
  readonly evict: readonly DrainPod[];
  /** Their deletion has begun. */
  readonly leaving: readonly DrainPod[];
  /** Hindered, and not yet to be tried again. */
  readonly held: readonly HeldPod[];
  readonly skipped: readonly { readonly pod: DrainPod; readonly because: SkipReason }[];
}

export type Round =
  | OpenRound
  | { readonly step: 'blocked'; readonly blocked: readonly BlockedPod[] }
  /** Nothing is left that a drain would remove. */
  | { readonly step: 'done' };

export interface Observation {
  /** All Pods of the Node, from one fresh list. */
  readonly pods: Iterable<DrainPod>;
  readonly flags: DrainFlags;
  readonly hindrances?: Hindrances;
  /** Milliseconds of a clock that only grows. */
  readonly now: number;
}

/**
 * What a round of the drain does. Judged anew from a fresh list each time, so a Pod that came since is
 * treated like the others and one that was replaced under its name is another; a blocking one ends the
 * drain before anything of this round is evicted. Source: VMK Engine, "Cordon, uncordon and drain".
 */
export function nextRound({ pods, flags, hindrances = new Map(), now }: Observation): Round {
  const evict: DrainPod[] = [];
  const leaving: DrainPod[] = [];
  const held: HeldPod[] = [];
  const skipped: { pod: DrainPod; because: SkipReason }[] = [];
  const blocked: BlockedPod[] = [];
  for (const pod of pods) {
    const judged = judgePod(pod, flags);
    const hindrance = hindrances.get(pod.uid);
    if (judged.verdict === 'block') blocked.push({ pod, because: judged.because });
    else if (judged.verdict === 'skip') skipped.push({ pod, because: judged.because });
    else if (judged.verdict === 'wait') leaving.push(pod);
    else if (hindrance && hindrance.until > now) held.push({ pod, ...hindrance });
    else evict.push(pod);
  }
  if (blocked.length > 0) return { step: 'blocked', blocked };
  if (evict.length + leaving.length + held.length === 0) return { step: 'done' };
  return { step: 'evict', evict, leaving, held, skipped };
}
