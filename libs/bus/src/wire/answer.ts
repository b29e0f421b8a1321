import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { header } from './headers.js';
import { type Place, placeHeaders } from './place.js';

/** What goes back to a caller, before it is cut to the server's size. */
export interface Answer {
  readonly payload: Uint8Array;
  /** The refusal's code; absent on success. */
  readonly refusal?: string;
  readonly warnings: readonly string[];
}

const mostWarnings = 8;
const longestWarning = 250;

export interface PartOf {
  readonly chunk?: string | undefined;
  /** In a stream. */
  readonly place?: Place | undefined;
}

/** The answer's headers; none for the usual one, which keeps it cheap. */
export function answerHeaders(answer: Answer, { chunk, place }: PartOf = {}): MsgHdrs | undefined {
  if (!answer.refusal && !chunk && !place && answer.warnings.length === 0) return undefined;
  const result = headers();
  if (place) placeHeaders(place, result);
  if (answer.refusal) result.append(header.refusal, answer.refusal);
  if (chunk) result.append(header.chunk, chunk);
  for (const text of answer.warnings.slice(0, mostWarnings)) {
    result.append(header.warning, text.replace(/\s+/g, ' ').slice(0, longestWarning));
  }
  return result;
}
