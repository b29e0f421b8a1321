import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { type CallContext } from '@slipway/contracts';
import { header } from './headers.js';
import { readGrant } from './place.js';

/** The ids and the caller of a call, as they travel with a request. */
export type CallHead = Pick<CallContext, 'requestId' | 'operationId' | 'traceparent' | 'caller'>;

export interface Terms {
  readonly millisecondsLeft: number;
  /** Of a stream: how many items may come at first. */
  readonly granted?: number | undefined;
}

/** @throws when a value holds a line break or the whole is larger than its room */
export function requestHeaders(call: CallHead, { millisecondsLeft, granted }: Terms): MsgHdrs {
  const result = headers();
  result.append(header.requestId, call.requestId);
  result.append(header.millisecondsLeft, String(Math.ceil(millisecondsLeft)));
  if (granted) result.append(header.granted, String(granted));
  if (call.operationId) result.append(header.operationId, call.operationId);
  if (call.traceparent) result.append(header.traceparent, call.traceparent);
  if (call.caller) result.append(header.caller, call.caller);
  return result;
}

/** What a request says about its call; a foreign client may leave out any of it. */
export function readRequestHeaders(received: MsgHdrs | undefined): Partial<CallHead & Terms> {
  if (!received) return {};
  const text = (name: string) => received.get(name) || undefined;
  const millisecondsLeft = Number(text(header.millisecondsLeft));
  const requestId = text(header.requestId);
  return {
    ...(requestId ? { requestId } : {}),
    ...(millisecondsLeft >= 0 ? { millisecondsLeft } : {}),
    granted: readGrant(text(header.granted) ?? '') ?? 0,
    operationId: text(header.operationId),
    traceparent: text(header.traceparent),
    caller: text(header.caller),
  };
}
