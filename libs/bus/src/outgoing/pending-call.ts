import { type Msg } from '@nats-io/transport-node';
import { type CallContext, type Contract } from '@slipway/contracts';
import { Reassembly, readChunk } from '../wire/index.js';
import { readReply } from './read-reply.js';

export interface PendingCallParts {
  readonly contract: Contract;
  readonly call: CallContext;
  readonly maxReassembledBytes: number;
  /** The call is over, however it ended. */
  readonly onEnd: () => void;
  /** The call is over before its answer was there. */
  readonly onLeave: () => void;
}

/** What waits for messages from its inbox. */
export interface Pending extends Pick<PendingCallParts, 'contract' | 'call'> {
  /** @throws ReplyFault when the message can't be used; it says why, without what it held */
  receive(message: Msg): void;
  fail(reason: unknown): void;
  leave(reason: unknown): void;
}

/** A call that waits for its answer; ends once, and holds nothing afterwards. */
export class PendingCall implements Pending {
  readonly answer: Promise<unknown>;
  readonly contract: Contract;
  readonly call: CallContext;
  #resolve!: (value: unknown) => void;
  #reject!: (reason: unknown) => void;
  #reassembly: Reassembly | undefined;

  constructor(private readonly parts: PendingCallParts) {
    this.contract = parts.contract;
    this.call = parts.call;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.call.signal.addEventListener('abort', this.#abort, { once: true });
  }

  receive(message: Msg): void {
    readReply(this, message);
  }

  succeed(value: unknown): void {
    this.#end();
    this.#resolve(value);
  }

  fail(reason: unknown): void {
    this.#end();
    this.#reject(reason);
  }

  /** Fails the call and lets the other side know that it can stop. */
  leave(reason: unknown): void {
    this.fail(reason);
    this.parts.onLeave();
  }

  /** The whole reply once its last part is there. */
  assemble(chunkText: string, part: Uint8Array): Uint8Array | undefined {
    const chunk = readChunk(chunkText);
    this.#reassembly ??= new Reassembly(chunk, this.parts.maxReassembledBytes);
    return this.#reassembly.add(chunk, part);
  }

  readonly #abort = (): void => this.leave(this.call.signal.reason);

  #end(): void {
    this.call.signal.removeEventListener('abort', this.#abort);
    this.parts.onEnd();
  }
}
