import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { type CallContext } from '@slipway/contracts';
import { header } from './headers.js';

/** The ids and the caller of a call, as they travel with a request. */
export type CallHead = Pick<CallContext, 'requestId' | 'operationId' | 'traceparent' | 'caller'>;

/** @throws when a value holds a line break or the whole is larger than its room */
export function requestHeaders(call: CallHead, millisecondsLeft: number): MsgHdrs {
  const result = headers();
  result.append(header.requestId, call.requestId);
  result.append(header.millisecondsLeft, String(Math.ceil(millisecondsLeft)));
  if (call.operationId) result.append(header.operationId, call.operationId);
  if (call.traceparent) result.append(header.traceparent, call.traceparent);
  if (call.caller) result.append(header.caller, call.caller);
  return result;
}

/** What a request says about its call; a foreign client may leave out any of it. */
export function readRequestHeaders(
  received: MsgHdrs | undefined,
): Partial<CallHead> & { readonly millisecondsLeft?: number } {
  if (!received) return {};
  const text = (name: string) => received.get(name) || undefined;
  const millisecondsLeft = Number(text(header.millisecondsLeft));
  const requestId = text(header.requestId);
  return {
    ...(requestId ? { requestId } : {}),
    ...(millisecondsLeft >= 0 ? { millisecondsLeft } : {}),
    operationId: text(header.operationId),
    traceparent: text(header.traceparent),
    caller: text(header.caller),
  };
}
