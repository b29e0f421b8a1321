import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type Clock, type Logger, sleep } from '@slipway/service';
import { connectionOptions } from './connection-options.js';
import { Pace } from './pace.js';
import { type ServerAddress, serverAddress } from './server-address.js';
import { settledWithin } from './settled-within.js';
import { LinkSubscription, type Wanted } from './subscription.js';
import { watchStatus } from './watch-status.js';

export interface LinkOptions {
  readonly url: string;
  /** The client's name on the server. */
  readonly service: string;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Milliseconds between pings; the third in a row without an answer ends the connection. */
  readonly pingInterval: number;
}

export type LinkState =
  | { readonly up: true; readonly connection: NatsConnection }
  | { readonly up: false; readonly because: string };

/** Milliseconds for the server to answer before we go on without. */
const flushMilliseconds = 2000;
const closedText = 'the bus is closed';

/** One connection to NATS, kept for the life of the process and made again whenever it ends. */
export class Link {
  readonly #address: ServerAddress;
  readonly #pace = new Pace();
  readonly #closing = new AbortController();
  readonly #subscriptions = new Set<LinkSubscription>();
  readonly #listeners = new Set<() => void>();
  #connection: NatsConnection | undefined;
  #down: string | undefined;
  #greeted = false;

  /** @throws TypeError when the URL is malformed */
  constructor(private readonly options: LinkOptions) {
    this.#address = serverAddress(options.url);
    this.#down = `NATS at ${this.#address.shown} has not been reached yet`;
  }

  /** The connection while it is up. */
  get connection(): NatsConnection | undefined {
    return this.#down === undefined ? this.#connection : undefined;
  }

  get state(): LinkState {
    const { connection } = this;
    if (connection) return { up: true, connection };
    return { up: false, because: this.#closed ? closedText : `${this.#down}${this.#hint}` };
  }

  /** The library tells neither what failed nor how often; whether it was greeted does. */
  get #hint(): string {
    if (this.#greeted)
      return '; it answers but does not accept this service, check the credentials';
    return this.#pace.attempts > 0 ? `; attempt ${this.#pace.attempts} to connect` : '';
  }

  get subscriptions(): number {
    return this.#subscriptions.size;
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Connects until closed; to be called once. */
  async open(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#use(await connect(this.#connectionOptions()));
      } catch (error) {
        if (this.#closed) return;
        this.options.logger.error({ error }, 'the NATS client failed; starting it again');
      }
      if (!this.#closed) await sleep(this.options.clock, this.#pace.delayMilliseconds);
    }
  }

  /** Calls whenever the link goes up or down; the returned function ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The connection once it is up; rejects with the signal's reason. */
  async whenUp(signal: AbortSignal): Promise<NatsConnection> {
    signal.throwIfAborted();
    return (
      this.connection ??
      new Promise((resolve, reject) => {
        const done = () => {
          stop();
          signal.removeEventListener('abort', abort);
        };
        const abort = () => {
          done();
          reject(signal.reason);
        };
        const stop = this.onChange(() => {
          const connection = this.connection;
          if (!connection) return;
          done();
          resolve(connection);
        });
        signal.addEventListener('abort', abort, { once: true });
      })
    );
  }

  subscribe(wanted: Wanted): LinkSubscription {
    const subscription = new LinkSubscription(wanted, this.options.logger);
    this.#subscriptions.add(subscription);
    if (this.#connection) subscription.attach(this.#connection);
    return subscription;
  }

  /** Resolves once the server has taken what was sent so far; at once while there is none. */
  async flushed(): Promise<void> {
    const { connection } = this;
    if (connection) await settledWithin(this.options.clock, flushMilliseconds, connection.flush());
  }

  /** Ends a subscription without losing what has already been sent to it. */
  async unsubscribe(subscription: LinkSubscription): Promise<void> {
    await subscription.leave(this.connection !== undefined);
    this.#subscriptions.delete(subscription);
  }

  /** Sends what is still buffered, then closes; after `within` milliseconds it closes anyway. */
  async close({ within }: { within: number }): Promise<void> {
    const { connection } = this;
    const open = this.#connection;
    this.#closing.abort();
    this.#fall(closedText);
    // A drain rejects late when nothing is connected, and never ends on a frozen server.
    if (connection) await settledWithin(this.options.clock, within, connection.drain());
    await open?.close();
  }

  #connectionOptions() {
    return connectionOptions({
      address: this.#address,
      service: this.options.service,
      pingInterval: this.options.pingInterval,
      pace: this.#pace,
      closing: this.#closing.signal,
      onDial: () => (this.#greeted = false),
      onGreeting: () => (this.#greeted = true),
    });
  }

  async #use(connection: NatsConnection): Promise<void> {
    if (this.#closed) return connection.close();
    this.#connection = connection;
    const watched = watchStatus({
      connection,
      clock: this.options.clock,
      logger: this.options.logger,
      onUp: () => this.#rise(),
      onDown: () => this.#fall(`the connection to NATS at ${this.#address.shown} is lost`),
    });
    for (const subscription of this.#subscriptions) subscription.attach(connection);
    this.#rise();
    await watched;
    this.#connection = undefined;
    this.#fall(`the connection to NATS at ${this.#address.shown} has ended`);
  }

  #rise(): void {
    if (this.#closed) return;
    this.#pace.reset();
    this.#down = undefined;
    this.options.logger.info({ server: this.#address.shown }, 'connected to NATS');
    this.#changed();
  }

  #fall(because: string): void {
    const wasUp = this.#down === undefined;
    if (wasUp || this.#closed) this.#down = because;
    if (!wasUp) return;
    this.#greeted = false;
    if (!this.#closed) this.options.logger.warn({ server: this.#address.shown }, because);
    this.#changed();
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
