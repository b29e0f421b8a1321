import { badRequest, Refusal, unexpectedFault } from '@slipway/contracts';
import { type Logger } from '@slipway/service';
import {
  type Answer,
  decodeJson,
  encodeJson,
  nameOf,
  refusalAnswer,
  ReplyFault,
  replyFaults,
  requestFaults,
} from '../wire/index.js';
import { type Emission } from './emission.js';
import { type Emit, type Handler } from './handler.js';
import { type RunningCall } from './running-call.js';

export interface Answering {
  readonly handler: Handler;
  readonly payload: Uint8Array;
  readonly running: RunningCall;
  /** Of a stream. */
  readonly emission: Emission | undefined;
  readonly logger: Logger;
  readonly maxBytes: number;
}

/** Runs a handler between the two schemas of its contract; every failure becomes an answer. */
export async function answerRequest(answering: Answering): Promise<Answer> {
  const { handler, running, emission, logger, maxBytes } = answering;
  const { contract } = handler;
  const { call, warnings } = running;
  try {
    const input = readInput(answering);
    const output = await handler.run(input, call, emission?.emit ?? emitsNothing);
    await emission?.sent;
    const checked = contract.output.safeParse(output);
    if (!checked.success) throw new ReplyFault(replyFaults(checked.error));
    // What the contract doesn't name does not leave this service.
    const payload = encodeJson(checked.data);
    if (payload.length > maxBytes)
      throw new ReplyFault(`it has ${payload.length} bytes, at most ${maxBytes} are taken`);
    return { payload, warnings };
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(error);
    // Whatever breaks after the end of a call is its consequence.
    if (call.signal.aborted) return refusalAnswer(call.signal.reason as Refusal);
    const { requestId } = call;
    const { subject } = contract;
    const what = error instanceof ReplyFault ? 'answered against its contract' : 'failed';
    logger.error({ subject, requestId, error }, `the handler of ${subject} ${what}`);
    return refusalAnswer(unexpectedFault({ requestId }));
  }
}

const emitsNothing: Emit<unknown> = () => Promise.reject(new Error('this contract has no items'));

function readInput({ handler: { contract }, payload }: Answering): unknown {
  const checked = contract.input.safeParse(parsed(contract.subject, payload));
  if (checked.success) return checked.data;
  throw badRequest({ because: `${nameOf(contract.subject)}: ${requestFaults(checked.error)}` });
}

function parsed(subject: string, payload: Uint8Array): unknown {
  try {
    return decodeJson(payload);
  } catch (error) {
    throw badRequest({ because: `${nameOf(subject)}: the request is not JSON in UTF-8` }, error);
  }
}
