import { type DrainPod } from './drain-pod.js';

/** What the caller accepts, as in the body of the request; all false by default. */
export interface DrainFlags {
  readonly ignore_daemon_sets: boolean;
  readonly delete_empty_dir_data: boolean;
  readonly force: boolean;
}

/** Why a Pod stays where it is without keeping the drain from its end. */
export type SkipReason = 'finished' | 'daemon-set' | 'mirror';

/** Why a Pod may not be evicted as things are. */
export type BlockReason = 'daemon-set' | 'empty-dir' | 'unmanaged' | 'several-budgets';

export type PodVerdict =
  | { readonly verdict: 'skip'; readonly because: SkipReason }
  | { readonly verdict: 'block'; readonly because: readonly BlockReason[] }
  | { readonly verdict: 'evict' }
  /** It leaves already; a second eviction would change nothing. */
  | { readonly verdict: 'wait' };

/**
 * What a drain does with one Pod. kubectl's filters in kubectl's order, so that an ignored DaemonSet's
 * Pod may use emptyDir and a mirror Pod never needs `force`; a table in `parity.ts` compares the two.
 * Sources: kubectl 1.34, `drain`; VMK Engine, "mirror pods and completed pods are skipped". The owner's kind
 * decides alone: whether the DaemonSet still exists is nothing that a kubeconfig has to be able to read.
 */
export function judgePod(pod: DrainPod, flags: DrainFlags): PodVerdict {
  if (pod.isFinished) return { verdict: 'skip', because: 'finished' };
  if (pod.controller === 'daemon-set') {
    return flags.ignore_daemon_sets
      ? { verdict: 'skip', because: 'daemon-set' }
      : { verdict: 'block', because: ['daemon-set'] };
  }
  if (pod.isMirror) return { verdict: 'skip', because: 'mirror' };
  const because = objections(pod, flags);
  if (because.length > 0) return { verdict: 'block', because };
  return { verdict: pod.isDeleting ? 'wait' : 'evict' };
}

/** All of them, where kubectl names the first: who sets one flag should not meet the next. */
function objections(pod: DrainPod, flags: DrainFlags): BlockReason[] {
  const because: BlockReason[] = [];
  if (pod.hasEmptyDir && !flags.delete_empty_dir_data) because.push('empty-dir');
  if (pod.controller === undefined && !flags.force) because.push('unmanaged');
  return because;
}
