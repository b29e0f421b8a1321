import { type Msg } from '@nats-io/transport-node';
import { serviceOf, serviceUnavailable } from '@slipway/contracts';
import { decodeJson, header, refusalFrom, ReplyFault, replyFaults } from '../wire/index.js';
import { type PendingCall } from './pending-call.js';

/**
 * Settles a call by a message from its inbox, or keeps the message's part of a larger reply.
 *
 * @throws when the reply can't be used; what is thrown says why, without what the reply held
 */
export function readReply(pending: PendingCall, message: Msg): void {
  const { contract, call } = pending;
  const { data, headers } = message;
  if (headers?.code === 503 && data.length === 0) {
    const because = 'none of its replicas is running and ready';
    return pending.fail(serviceUnavailable({ service: serviceOf(contract.subject), because }));
  }
  const chunk = headers?.get(header.chunk);
  const whole = chunk ? pending.assemble(chunk, data) : data;
  if (!whole) return;
  const value = decodeJson(whole);
  if (headers?.has(header.refusal)) return pending.fail(refusalFrom(value));
  const checked = contract.output.safeParse(value);
  if (!checked.success) throw new ReplyFault(replyFaults(checked.error));
  for (const text of headers?.values(header.warning) ?? []) call.warn?.(text);
  pending.succeed(checked.data);
}
