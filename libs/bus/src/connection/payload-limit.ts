import { type NatsConnection } from '@nats-io/transport-node';
import { headerRoom } from '../wire/index.js';

const usualLimit = 1024 * 1024;

/** Bytes that the payload of one message may have: the server's limit without the room for headers. */
export function payloadLimit({ info }: Pick<NatsConnection, 'info'>): number {
  const limit = info?.max_payload ?? usualLimit;
  return Math.max(limit - headerRoom, Math.floor(limit / 2));
}
