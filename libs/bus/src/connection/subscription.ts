import { type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { type Logger } from '@slipway/service';

export interface Wanted {
  readonly subject: string;
  /** Members of one queue group share the messages; without it every subscriber gets each. */
  readonly queue?: string;
  readonly receive: (message: Msg) => void;
}

/** One subject we listen on for as long as the process wants it, whatever becomes of connections. */
export class LinkSubscription {
  #current: Subscription | undefined;
  #left = false;

  constructor(
    private readonly wanted: Wanted,
    private readonly logger: Logger,
  ) {}

  attach(connection: NatsConnection): void {
    if (this.#left) return;
    const { subject, queue } = this.wanted;
    this.#current = connection.subscribe(subject, {
      ...(queue ? { queue } : {}),
      callback: (error, message) => this.#receive(error, message),
    });
  }

  async leave(connected: boolean): Promise<void> {
    this.#left = true;
    const current = this.#current;
    if (!current || current.isClosed()) return;
    // Draining waits for the server's answer, of which there is none while it is away.
    if (connected) await current.drain();
    else current.unsubscribe();
  }

  #receive(error: Error | null, message: Msg): void {
    const { subject } = this.wanted;
    if (error) {
      this.logger.error(
        { subject, error },
        "NATS refuses a subscription; check this user's rights",
      );
      return;
    }
    // Whatever is thrown here would end the client library's read loop and leave the connection deaf.
    try {
      this.wanted.receive(message);
    } catch (fault) {
      this.logger.error({ subject, error: fault }, 'a message of the bus could not be handled');
    }
  }
}
