import { type NatsConnection } from '@nats-io/transport-node';
import { outcomeUnknown, Refusal, unexpectedFault } from '@slipway/contracts';
import { type Link, payloadLimit } from '../connection/index.js';
import { type Answer, answerHeaders, chunkText, nameOf, refusalAnswer } from '../wire/index.js';

/** Bytes of one part: small enough that other replies pass between two parts without a wait. */
const chunkBytes = 128 * 1024;

export interface Sending {
  readonly link: Link;
  readonly to: string;
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
export async function sendAnswer({ link, to, answer, signal, subject }: Sending): Promise<void> {
  const connection = link.connection ?? (await link.whenUp(signal));
  if (answer.payload.length <= payloadLimit(connection)) return publish(connection, to, answer);
  if (await sendParts({ connection, to, answer, signal })) return;
  const because = 'the connection to NATS was lost while answering';
  const lost = outcomeUnknown({ what: nameOf(subject), because });
  publish(await link.whenUp(signal), to, refusalAnswer(lost));
}

/** Says, while there is a connection, why an answer does not come. */
export function sendRefusal(refused: {
  readonly link: Link;
  readonly to: string;
  readonly reason: unknown;
  readonly requestId: string;
}): void {
  const { link, to, reason, requestId } = refused;
  const refusal = reason instanceof Refusal ? reason : unexpectedFault({ requestId });
  if (link.connection) publish(link.connection, to, refusalAnswer(refusal));
}

function publish(connection: NatsConnection, to: string, answer: Answer): void {
  const headers = answerHeaders(answer);
  if (headers) connection.publish(to, answer.payload, { headers });
  else connection.publish(to, answer.payload);
}

interface Parts extends Pick<Sending, 'to' | 'answer' | 'signal'> {
  readonly connection: NatsConnection;
}

/** Whether all parts reached the server. */
async function sendParts({ connection, to, answer, signal }: Parts): Promise<boolean> {
  const { payload } = answer;
  const size = Math.min(chunkBytes, payloadLimit(connection));
  const count = Math.ceil(payload.length / size);
  for (let sequence = 0; sequence < count; sequence++) {
    signal.throwIfAborted();
    const headers = answerHeaders(answer, chunkText({ sequence, count, bytes: payload.length }))!;
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
