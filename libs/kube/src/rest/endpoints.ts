import { Agent } from 'undici';
import type { Connection } from '../credentials/index.js';

/** The sockets to one API server under one identity. */
export interface Endpoint {
  readonly calls: Agent;
  /** Apart from calls: held watches would use up a limit on connections and make reads wait. */
  readonly watches: Agent;
}

export interface EndpointLimits {
  /** Endpoints kept; the one unused for longest goes first. */
  readonly endpoints?: number;
  /** Sockets for calls per endpoint; further calls wait for one. */
  readonly connections?: number;
  /** Milliseconds to connect, TLS included. */
  readonly connectTimeout?: number;
}

const KEEP_ALIVE_MILLISECONDS = 30_000;

/**
 * Sockets by connection key, so that a token or CA that changes gets new ones at once and equal
 * credentials share TLS sessions across operations.
 */
export class Endpoints {
  readonly #kept = new Map<string, Endpoint>();
  readonly #limits: Required<EndpointLimits>;

  constructor({ endpoints = 256, connections = 32, connectTimeout = 5_000 }: EndpointLimits = {}) {
    this.#limits = { endpoints, connections, connectTimeout };
  }

  get size(): number {
    return this.#kept.size;
  }

  /** To be used in the same turn: a later `of` may evict it, and then it takes no new request. */
  of(connection: Connection): Endpoint {
    const kept = this.#kept.get(connection.key);
    if (kept) this.#kept.delete(connection.key);
    const endpoint = kept ?? this.#open(connection);
    this.#kept.set(connection.key, endpoint);
    if (this.#kept.size > this.#limits.endpoints) this.#evictOldest();
    return endpoint;
  }

  /** Ends every socket, requests in flight included. */
  async destroy(): Promise<void> {
    const all = [...this.#kept.values()];
    this.#kept.clear();
    await Promise.all(all.flatMap(({ calls, watches }) => [calls.destroy(), watches.destroy()]));
  }

  #open({ tls }: Connection): Endpoint {
    const options = {
      // Time is ours: undici's timers would fire beside the injected clock.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
      connect: {
        ...tls,
        timeout: this.#limits.connectTimeout,
        keepAlive: true,
        keepAliveInitialDelay: KEEP_ALIVE_MILLISECONDS,
      },
    };
    return {
      calls: new Agent({ ...options, connections: this.#limits.connections }),
      watches: new Agent(options),
    };
  }

  #evictOldest(): void {
    const [oldest] = this.#kept;
    if (!oldest) return;
    this.#kept.delete(oldest[0]);
    // Closing waits for the requests in flight; nobody waits for it.
    void oldest[1].calls.close();
    void oldest[1].watches.close();
  }
}
