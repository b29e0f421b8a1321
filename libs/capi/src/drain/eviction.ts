import { type DrainPod } from './drain-pod.js';

/** The body of `POST …/pods/<name>/eviction`. The Pod's own grace period applies, so none is given. */
export function evictionOf({ uid, namespace, name }: DrainPod) {
  return {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name, namespace },
    deleteOptions: { preconditions: { uid } },
  };
}

/** What the API server said, as a Kubernetes Status. */
export interface EvictionStatus {
  readonly code: number;
  readonly message: string;
  readonly details?: {
    readonly causes?:
      | readonly { readonly reason?: string | undefined; readonly message?: string | undefined }[]
      | undefined;
  };
  readonly retryAfterSeconds?: number | undefined;
}

/** How asking for an eviction ended: what a write to Kubernetes gives. */
export type EvictionOutcome =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'rejected'; readonly status: EvictionStatus }
  | {
      readonly outcome: 'unknown';
      readonly because: string;
      readonly status?: EvictionStatus | undefined;
    };

export type EvictionVerdict =
  /** Its graceful deletion has begun. */
  | { readonly act: 'accepted' }
  | { readonly act: 'gone' }
  /** Another Pod has its name, or it changed meanwhile: a fresh list tells. */
  | { readonly act: 'recheck' }
  | { readonly act: 'retry'; readonly afterMilliseconds: number; readonly because: string }
  /** More than one budget: permanent until somebody changes them, so waiting would hide the cause. */
  | { readonly act: 'misconfigured' }
  /** The kubeconfig may not evict, a policy denies it, or the budget's own state is broken. */
  | { readonly act: 'forbidden'; readonly because: string }
  | { readonly act: 'refused'; readonly because: string };

/** Between two attempts, as kubectl does, unless the server says when. */
const usualPause = 5000;
const shortestPause = 1000;

/**
 * What an eviction's answer means. Sources: the eviction subresource of Kubernetes 1.34 and kubectl's
 * reading of it; the deviation, 500 for several budgets ending the drain as kubectl does while Cluster API
 * goes on, is VMK Engine's "blocked by pod configuration".
 */
export function readEviction(outcome: EvictionOutcome): EvictionVerdict {
  if (outcome.outcome === 'accepted') return { act: 'accepted' };
  const { status } = outcome;
  if (status === undefined)
    return { act: 'retry', afterMilliseconds: usualPause, because: 'its eviction got no answer' };
  const { code, message } = status;
  // The status has neither a reason nor a cause; its text is all there is to know it by.
  if (code === 500 && message.includes('more than one PodDisruptionBudget'))
    return { act: 'misconfigured' };
  if (code === 404) return { act: 'gone' };
  if (code === 409) return { act: 'recheck' };
  if (code === 429) return throttled(status);
  if (code === 403 && causeOf(status, 'NamespaceTerminating'))
    return { act: 'retry', afterMilliseconds: usualPause, because: 'its namespace is terminating' };
  if (code === 401 || code === 403) return { act: 'forbidden', because: message };
  if (outcome.outcome === 'rejected') return { act: 'refused', because: message };
  return { act: 'retry', afterMilliseconds: pauseOf(status, usualPause), because: message };
}

/** A budget hints at no time, or at a short one while it is new; a busy server says when to come back. */
function throttled(status: EvictionStatus): EvictionVerdict {
  const budget = causeOf(status, 'DisruptionBudget');
  if (!budget) {
    const because = 'the API server is busy';
    return { act: 'retry', afterMilliseconds: pauseOf(status, usualPause), because };
  }
  const afterMilliseconds = Math.max(pauseOf(status, 0), usualPause);
  return { act: 'retry', afterMilliseconds, because: budget.message ?? status.message };
}

const causeOf = ({ details }: EvictionStatus, reason: string) =>
  details?.causes?.find((cause) => cause.reason === reason);

const pauseOf = ({ retryAfterSeconds }: EvictionStatus, otherwise: number): number =>
  retryAfterSeconds === undefined ? otherwise : Math.max(retryAfterSeconds * 1000, shortestPause);
