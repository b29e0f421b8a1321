import { type Kind } from '@slipway/capi';
import {
  changedMeanwhile,
  kubernetesRefused,
  managementUnavailable,
  outcomeUnknown,
  Refusal,
} from '@slipway/contracts';
import { KubeconfigError, type Outcome, StatusError, UnreachableError } from '@slipway/kube';

export const changed = ({ kind }: Kind, name: string) =>
  changedMeanwhile({ target: `${kind} "${name}"` });

/** Whether another was faster; what was to be written was not. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Refusal && error.kind.code === changedMeanwhile.code;

/** A definite no to a change of an object that was there a moment ago. */
export function refusalOf(status: StatusError, kind: Kind, name: string): Refusal {
  if (status.code === 409 || status.code === 404) return changed(kind, name);
  const what = `the change of ${kind.kind} "${name}"`;
  return kubernetesRefused({ what, because: status.message }, status);
}

/**
 * Whether it is the object that Kubernetes doesn't take, by schema, webhook or policy; the last two may say
 * 403, which a missing right says too.
 */
export function isInadmissible({ code, message }: StatusError): boolean {
  const denied = /admission webhook|ValidatingAdmissionPolicy/.test(message);
  return code === 400 || code === 422 || (code === 403 && denied);
}

/** What a call that got no answer, or no good one, means; a caller that has left gets its own reason. */
export function unread(error: unknown, what: string, signal?: AbortSignal): unknown {
  signal?.throwIfAborted();
  if (error instanceof UnreachableError) {
    return managementUnavailable({ because: error.because }, error);
  }
  if (error instanceof KubeconfigError) {
    return managementUnavailable({ because: error.message }, error);
  }
  if (error instanceof StatusError)
    return kubernetesRefused({ what, because: error.message }, error);
  return error;
}

export function becauseOf(outcome: Outcome<unknown>): string {
  return outcome.outcome === 'unknown' ? outcome.because : 'it may still arrive';
}

/**
 * A write that provably never left is unavailability, not an unknown outcome, unless an earlier try of it
 * may still arrive.
 */
export async function sent(
  what: string,
  send: () => Promise<Outcome<unknown>>,
  tries = 1,
): Promise<Outcome<unknown>> {
  try {
    return await send();
  } catch (error) {
    const refusal = unread(error, what);
    if (tries === 1 || !(refusal instanceof Refusal)) throw refusal;
    throw outcomeUnknown({ what, because: refusal.message }, error);
  }
}
