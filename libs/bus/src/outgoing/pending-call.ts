import { type CallContext, type Rpc } from '@slipway/contracts';
import { Reassembly, readChunk } from '../wire/index.js';

export interface PendingCallParts {
  readonly contract: Rpc;
  readonly call: CallContext;
  readonly maxReassembledBytes: number;
  /** The call is over, however it ended. */
  readonly onEnd: () => void;
  /** The call is over before its answer was there. */
  readonly onLeave: () => void;
}

/** A call that waits for its answer; ends once, and holds nothing afterwards. */
export class PendingCall {
  readonly answer: Promise<unknown>;
  readonly contract: Rpc;
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
