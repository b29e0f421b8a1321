import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { header } from './headers.js';
import { ReplyFault } from './reply-fault.js';

const kinds = ['item', 'alive', 'end'] as const;

/** What a message of a stream is and where it stands among all that went the same way. */
export interface Place {
  /** From 0, by one with each message of whatever kind, so that any loss shows. */
  readonly sequence: number;
  readonly kind: (typeof kinds)[number];
}

const placeText = ({ sequence, kind }: Place): string => `${sequence} ${kind}`;

export function placeHeaders(place: Place, result = headers()): MsgHdrs {
  result.append(header.place, placeText(place));
  return result;
}

/** @throws ReplyFault when the message isn't one of a stream */
export function readPlace(received: MsgHdrs | undefined): Place {
  const text = received?.get(header.place) ?? '';
  const [, sequence, name] = /^(\d{1,15}) ([a-z]+)$/.exec(text) ?? [];
  const kind = kinds.find((each) => each === name);
  if (kind === undefined) throw new ReplyFault('a message does not say its place in the stream');
  return { sequence: Number(sequence), kind };
}

/** Of all items of a stream, the first so many may be sent. */
export const grantText = (items: number): string => String(items);

/** The items granted; undefined when the answer is no grant: nobody reads the stream any more. */
export function readGrant(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
