import { type NatsConnection } from '@nats-io/transport-node';
import { type Clock, type Logger } from '@slipway/service';

/** Milliseconds a connection that answers no pings gets to end by itself. */
const staleGrace = 1000;

export interface StatusWatch {
  readonly connection: NatsConnection;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onUp: () => void;
  readonly onDown: () => void;
}

/** Follows one connection of the client library until it is closed for good. */
export async function watchStatus(watch: StatusWatch): Promise<void> {
  const { connection, clock, logger, onUp, onDown } = watch;
  let cancel = () => {};
  for await (const status of connection.status()) {
    switch (status.type) {
      case 'staleConnection':
        onDown();
        // The library first writes to the very socket that is stuck, and waits for it: with full buffers
        // it would wait for ever. Closing destroys the socket; the link then connects anew.
        cancel = clock.after(staleGrace, () => void connection.close());
        break;
      case 'disconnect':
        cancel();
        onDown();
        break;
      case 'reconnect':
        onUp();
        break;
      case 'error':
        logger.error({ error: status.error }, 'NATS reported an error');
        break;
    }
  }
  cancel();
}
