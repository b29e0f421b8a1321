import { type ConnectionOptions } from '@nats-io/transport-node';
import { type Pace } from './pace.js';
import { type ServerAddress } from './server-address.js';

/** Milliseconds for one attempt: TCP, TLS and the server's greeting. */
const dialTimeout = 5000;

export interface ConnectionParts {
  readonly address: ServerAddress;
  readonly service: string;
  readonly pingInterval: number;
  readonly pace: Pace;
  readonly closing: AbortSignal;
  readonly onDial: () => void;
  readonly onGreeting: () => void;
}

/** Options under which the client library never gives up, whatever it meets. */
export function connectionOptions(parts: ConnectionParts): ConnectionOptions {
  const { address, service, pingInterval, pace, closing, onDial, onGreeting } = parts;
  return {
    ...address.options,
    name: service,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    pingInterval,
    timeout: dialTimeout,
    noAsyncTraces: true,
    reconnectDelayHandler: () => pace.delayMilliseconds,
    // Asked exactly once an attempt. Throwing is the one way to end a first connect that never succeeds.
    reconnectToServer: () => {
      closing.throwIfAborted();
      pace.attempt();
      onDial();
      return null;
    },
    // Called when the server's greeting has arrived.
    authenticator: () => {
      onGreeting();
      return address.credentials;
    },
  };
}
