import { type NatsConnection } from '@nats-io/transport-node';
import { outcomeUnknown, Refusal, unexpectedFault } from '@slipway/contracts';
import { type Link, payloadLimit } from '../connection/index.js';
import {
  type Answer,
  answerHeaders,
  chunkText,
  nameOf,
  type Place,
  refusalAnswer,
} from '../wire/index.js';

/** Bytes of one part: small enough that other replies pass between two parts without a wait. */
const chunkBytes = 128 * 1024;

export interface Way {
  readonly link: Link;
  readonly to: string;
  /** In a stream, the place of the next message. */
  readonly nextPlace?: (() => Place) | undefined;
}

export interface Sending extends Way {
  readonly answer: Answer;
  /** Ends the wait for a connection, and the sending between two parts. */
  readonly signal: AbortSignal;
  /** Of the contract that is answered. */
  readonly subject: string;
}

/**
 * Sends an answer, in parts when the server would refuse it whole; waits for the connection while there
 * is none, since the caller may be reached by another.
 *
 * @throws the signal's reason
 */
export async function sendAnswer(sending: Sending): Promise<void> {
  const { link, answer, signal, subject } = sending;
  const connection = link.connection ?? (await link.whenUp(signal));
  if (answer.payload.length <= payloadLimit(connection))
    return publish(connection, sending, answer);
  if (await sendParts(connection, sending)) return;
  const because = 'the connection to NATS was lost while answering';
  const lost = outcomeUnknown({ what: nameOf(subject), because });
  publish(await link.whenUp(signal), sending, refusalAnswer(lost));
}

/** Says, while there is a connection, why an answer does not come. */
export function sendRefusal(way: Way, reason: unknown, requestId: string): void {
  const refusal = reason instanceof Refusal ? reason : unexpectedFault({ requestId });
  if (way.link.connection) publish(way.link.connection, way, refusalAnswer(refusal));
}

function publish(connection: NatsConnection, { to, nextPlace }: Way, answer: Answer): void {
  const headers = answerHeaders(answer, { place: nextPlace?.() });
  if (headers) connection.publish(to, answer.payload, { headers });
  else connection.publish(to, answer.payload);
}

/** Whether all parts reached the server. */
async function sendParts(connection: NatsConnection, sending: Sending): Promise<boolean> {
  const { to, nextPlace, answer, signal } = sending;
  const { payload } = answer;
  const size = Math.min(chunkBytes, payloadLimit(connection));
  const count = Math.ceil(payload.length / size);
  for (let sequence = 0; sequence < count; sequence++) {
    signal.throwIfAborted();
    const chunk = chunkText({ sequence, count, bytes: payload.length });
    const headers = answerHeaders(answer, { chunk, place: nextPlace?.() })!;
    connection.publish(to, payload.subarray(sequence * size, (sequence + 1) * size), { headers });
    // The server's answer paces the parts: replies of other calls go out in between, and no more than
    // one part waits in a buffer however slowly the server reads.
    const reached = await connection.flush().then(
      () => true,
      () => false,
    );
    if (!reached) return false;
  }
  return true;
}
