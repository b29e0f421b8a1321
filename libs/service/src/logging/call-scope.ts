import { AsyncLocalStorage } from 'node:async_hooks';
import { type CallContext } from '@slipway/contracts';

/** What a log line says about the call it belongs to. */
export type CallScope = Pick<CallContext, 'requestId' | 'operationId' | 'traceparent'>;

const storage = new AsyncLocalStorage<CallScope>();

/** Carries a call's ids to every log line written while it runs, across awaits. */
export const callScope = {
  run<T>(call: CallScope, work: () => T): T {
    return storage.run(call, work);
  },
  current(): CallScope | undefined {
    return storage.getStore();
  },
};

/** The ids of the current call, as log fields. */
export function callFields(): Record<string, string> {
  const call = storage.getStore();
  if (!call) return {};
  const traceId = traceIdOf(call.traceparent);
  return {
    requestId: call.requestId,
    ...(call.operationId ? { operationId: call.operationId } : {}),
    ...(traceId ? { traceId } : {}),
  };
}

/** The trace id of a W3C `traceparent`; all zeros mean none. */
function traceIdOf(traceparent: string | undefined): string | undefined {
  const traceId = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(traceparent ?? '')?.[1];
  return traceId === '0'.repeat(32) ? undefined : traceId;
}
