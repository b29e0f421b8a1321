import { type Msg, type NatsConnection } from '@nats-io/transport-node';
import { type Stream } from '@slipway/contracts';
import { type Clock } from '@slipway/service';
import { type Link, payloadLimit, Silence } from '../connection/index.js';
import {
  encodeJson,
  type Place,
  placeHeaders,
  readGrant,
  ReplyFault,
  replyFaults,
} from '../wire/index.js';
import { type Emit } from './handler.js';
import { type RunningCall } from './running-call.js';

/** Items that a handler may be ahead of what has left. */
const mostWaiting = 1000;
const tooFarAhead = new ReplyFault(`it is ${mostWaiting} items ahead of what has left`);

export interface EmissionParts {
  readonly contract: Stream;
  readonly running: RunningCall;
  readonly link: Link;
  readonly clock: Clock;
  /** The caller's inbox. */
  readonly to: string;
  /** Where the caller answers each message: how much it takes, or that nobody is there. */
  readonly answers: string;
  /** How many items the caller takes at first. */
  readonly granted: number;
  /** Milliseconds between signs of life. */
  readonly heartbeat: number;
  /** Milliseconds without an answer after which the caller counts as gone. */
  readonly silence: number;
  readonly onClose: () => void;
}

/** The sending end of one stream, until its end is due. */
export class Emission {
  #sequence = 0;
  #items = 0;
  #granted: number;
  #waiting = 0;
  #sent: Promise<void> = Promise.resolve();
  #over = false;
  #wake = (): void => undefined;
  #cancelBeat = (): void => undefined;
  readonly #silence: Silence;

  constructor(private readonly parts: EmissionParts) {
    const { clock, silence, granted, running } = parts;
    this.#granted = granted;
    this.#silence = new Silence(clock, silence, () => running.callerLeaves());
    running.call.signal.addEventListener('abort', () => this.#wake(), { once: true });
    // At once: the caller learns that its request has arrived, and where to answer.
    this.#beat();
  }

  readonly emit: Emit<unknown> = (item) => {
    this.#sent = this.#waiting < mostWaiting ? this.#queue(item) : Promise.reject(tooFarAhead);
    this.#sent.catch(() => undefined);
    return this.#sent;
  };

  /** Settles like the last `emit`. */
  get sent(): Promise<void> {
    return this.#sent;
  }

  /** The place of the next message of the end, which must then be sent. */
  readonly endPlace = (): Place => this.#place('end');

  /** Takes the caller's answer to one of the messages. */
  receive(message: Msg): void {
    const granted = readGrant(message.string());
    // The server answers like this too when nobody listens on the inbox: the caller's process has ended.
    if (granted === undefined) return this.parts.running.callerLeaves();
    this.#silence.heard();
    this.#granted = Math.max(this.#granted, granted);
    this.#wake();
  }

  close(): void {
    this.#over = true;
    this.#wake();
    this.#cancelBeat();
    this.#silence.end();
    this.parts.onClose();
  }

  /** One after the other, so that items keep their order and nothing follows one that was not sent. */
  #queue(item: unknown): Promise<void> {
    this.#waiting++;
    return this.#sent.then(() => this.#send(item)).finally(() => this.#waiting--);
  }

  async #send(item: unknown): Promise<void> {
    const { link, running } = this.parts;
    const { signal } = running.call;
    const payload = this.#encode(item);
    while (this.#items >= this.#granted && !signal.aborted && !this.#over)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    signal.throwIfAborted();
    const connection = link.connection ?? (await link.whenUp(signal));
    if (this.#over) throw new Error('the stream has ended');
    const limit = payloadLimit(connection);
    if (payload.length > limit)
      throw new ReplyFault(`an item has ${payload.length} bytes, at most ${limit} are taken`);
    this.#items++;
    this.#publish(connection, 'item', payload);
  }

  #encode(item: unknown): Uint8Array {
    const checked = this.parts.contract.item.safeParse(item);
    if (!checked.success) throw new ReplyFault(`an item: ${replyFaults(checked.error)}`);
    return encodeJson(checked.data);
  }

  #beat(): void {
    const { link, clock, heartbeat } = this.parts;
    if (link.connection) this.#publish(link.connection, 'alive', encodeJson(undefined));
    this.#cancelBeat = clock.after(heartbeat, () => this.#beat());
  }

  #publish(connection: NatsConnection, kind: Place['kind'], payload: Uint8Array): void {
    const { to, answers: reply } = this.parts;
    connection.publish(to, payload, { reply, headers: placeHeaders(this.#place(kind)) });
  }
  #place(kind: Place['kind']): Place {
    return { sequence: this.#sequence++, kind };
  }
}
