import { type DrainPod, namespacedName } from './drain-pod.js';
import { type RemainingPod } from './end-round.js';
import { type BlockReason } from './judge-pod.js';
import { type BlockedPod } from './next-round.js';

const reasons: Readonly<Record<BlockReason, string>> = {
  'daemon-set': 'managed by a DaemonSet (set ignore_daemon_sets to leave them running)',
  'empty-dir': 'with emptyDir data that would be lost (set delete_empty_dir_data to accept that)',
  unmanaged: 'without a controller that would replace them (set force to evict them all the same)',
  'several-budgets':
    'selected by more than one PodDisruptionBudget, which Kubernetes never evicts (leave each one budget)',
};

/** Why a drain can't be: every blocking Pod under each of its reasons, and what helps. */
export function blockedText(node: string, blocked: readonly BlockedPod[]): string {
  const groups = Object.entries(reasons).flatMap(([reason, text]) => {
    const pods = blocked.filter(({ because }) => because.includes(reason as BlockReason));
    return pods.length > 0 ? [`${text}: ${names(pods)}`] : [];
  });
  return `${counted(blocked)} the drain of node "${node}": ${groups.join('; ')}. ${cordoned}.`;
}

/** What a drain left behind when its time was over. */
export function overdueText(
  node: string,
  { seconds, remaining }: { readonly seconds: number; readonly remaining: readonly RemainingPod[] },
): string {
  const left = remaining
    .map(({ pod, because }) => `${namespacedName(pod)} (${because})`)
    .toSorted()
    .join(', ');
  const what = left === '' ? 'its pods could not be listed in time' : `still there: ${left}`;
  return `the drain of node "${node}" took more than ${seconds} s; ${what}. ${cordoned}; repeat to continue.`;
}

/** What a drain says that had to stop before its end. */
export const interruptedText = (node: string): string =>
  `the drain of node "${node}" was interrupted. ${cordoned}; repeat to continue.`;

const cordoned = 'The Node stays cordoned';

const counted = ({ length }: readonly unknown[]): string =>
  length === 1 ? '1 pod blocks' : `${length} pods block`;

const names = (pods: readonly { readonly pod: DrainPod }[]): string =>
  pods
    .map(({ pod }) => namespacedName(pod))
    .toSorted()
    .join(', ');
