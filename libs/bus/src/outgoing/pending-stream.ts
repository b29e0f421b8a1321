import { type Msg } from '@nats-io/transport-node';
import {
  interrupted,
  type Item,
  type Output,
  outcomeUnknown,
  type Stream,
} from '@slipway/contracts';
import { type Clock } from '@slipway/service';
import { type Link, Silence } from '../connection/index.js';
import {
  decodeJson,
  grantText,
  nameOf,
  readPlace,
  ReplyFault,
  replyFaults,
} from '../wire/index.js';
import { PendingCall, type Pending, type PendingCallParts } from './pending-call.js';

/**
 * A stream that was asked for. To be iterated, once, and to be left by its call's signal or by leaving the
 * loop; a loop that ends by itself means success, and a stream that fails throws its Refusal there, after
 * the items that came before.
 */
export interface Streaming<S extends Stream> extends AsyncIterable<Item<S>> {
  /** The output, or the Refusal. Items that nobody has iterated when this is called are dropped. */
  result(): Promise<Output<S>>;
}

export interface PendingStreamParts extends PendingCallParts {
  readonly contract: Stream;
  readonly link: Link;
  readonly clock: Clock;
  /** Milliseconds without a message after which the responder counts as dead. */
  readonly silence: number;
  /** Items that may come before one is taken. */
  readonly window: number;
}

/** The receiving end of one stream. */
export class PendingStream implements Pending, Streaming<Stream> {
  readonly contract;
  readonly call;
  readonly #end: PendingCall;
  readonly #silence: Silence;
  readonly #items: unknown[] = [];
  #sequence = 0;
  #taken = 0;
  #told = 0;
  #dropping = false;
  #over = false;
  #answers: string | undefined;
  #wake = (): void => undefined;

  constructor(private readonly parts: PendingStreamParts) {
    const { contract, call, onEnd, clock, silence } = parts;
    this.contract = contract;
    this.call = call;
    this.#end = new PendingCall({ ...parts, onEnd: () => (onEnd(), this.#ended()) });
    this.#end.answer.catch(() => undefined);
    this.#silence = new Silence(clock, silence, () =>
      this.leave(this.#unknown(`it has given no sign of life for ${silence} ms`)),
    );
  }

  /** Settles like the result, without dropping anything. */
  get ended(): Promise<unknown> {
    return this.#end.answer;
  }

  result(): Promise<unknown> {
    this.#dropping = true;
    this.#take(this.#items.splice(0).length);
    return this.#end.answer;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void> {
    try {
      for (;;) {
        this.call.signal.throwIfAborted();
        if (this.#items.length > 0) {
          const item = this.#items.shift();
          this.#take(1);
          yield item;
        } else if (this.#over) break;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
      await this.#end.answer;
    } finally {
      if (!this.#over) this.leave(interrupted({ because: 'the stream is not read to its end' }));
    }
  }

  receive(message: Msg): void {
    const { headers, data, reply } = message;
    if (this.#sequence === 0 && headers?.code === 503) return this.#end.receive(message);
    const { sequence, kind } = readPlace(headers);
    if (sequence !== this.#sequence++)
      return this.leave(this.#unknown('a message of it was lost on the way'));
    this.#silence.heard();
    if (kind === 'end') return this.#end.receive(message);
    this.#answers = reply;
    if (kind === 'item') this.#add(data);
    else this.#grant();
  }

  fail(reason: unknown): void {
    this.#end.fail(reason);
  }

  leave(reason: unknown): void {
    this.#end.leave(reason);
  }

  #add(data: Uint8Array): void {
    const checked = this.contract.item.safeParse(decodeJson(data));
    if (!checked.success) throw new ReplyFault(`an item: ${replyFaults(checked.error)}`);
    if (this.#dropping) return this.#take(1);
    if (this.#items.length === this.parts.window)
      throw new ReplyFault(`more than the ${this.parts.window} items came that were granted`);
    this.#items.push(checked.data);
    this.#wake();
  }

  #take(items: number): void {
    this.#taken += items;
    // Half a window at a time: often enough for the responder never to wait, and half as many messages.
    if (this.#taken - this.#told >= this.parts.window / 2) this.#grant();
  }

  /** Says how much is taken, and by that, that somebody is here. */
  #grant(): void {
    const { link, window } = this.parts;
    if (this.#over || this.#answers === undefined) return;
    this.#told = this.#taken;
    link.connection?.publish(this.#answers, grantText(this.#taken + window));
  }

  #ended(): void {
    this.#over = true;
    this.#silence.end();
    this.#wake();
  }

  #unknown(because: string) {
    return outcomeUnknown({ what: nameOf(this.contract.subject), because });
  }
}
