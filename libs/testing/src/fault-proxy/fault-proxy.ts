import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { selfSignedCertificate } from './certificate.js';
import { Connection, type Target, type Termination } from './connection.js';
import { type Fault } from './faults.js';
import { Weather } from './weather.js';

export interface FaultProxyOptions {
  readonly target: Target;
  /**
   * Ends the client's TLS in the proxy and speaks TLS to the target, so that faults see the plain bytes.
   * Absent, TLS passes through as it is.
   */
  readonly tls?: {
    /** PEM; a self-made certificate for 127.0.0.1 when absent. */
    readonly key?: string;
    readonly cert?: string;
    /** PEM of the CA that the target's certificate is checked against. */
    readonly upstreamCa?: string;
  };
}

export interface FaultProxy {
  /** On 127.0.0.1. */
  readonly port: number;
  /** What clients must trust when the proxy terminates TLS (PEM). */
  readonly ca: string | undefined;
  /** These faults, and no others, from now on, for open connections as well. */
  set(...faults: readonly Fault[]): void;
  /** No faults; what was held flows on. */
  clear(): void;
  /** Resets all open connections, once. */
  resetAll(): void;
  /** How many clients are connected now. */
  connections(): number;
  /** How many clients ever were. */
  accepted(): number;
  /** Drops all connections and stops listening. */
  close(): Promise<void>;
}

/** Stands before a server of any protocol and does to its TCP connections what networks do. */
export async function startFaultProxy({ target, tls }: FaultProxyOptions): Promise<FaultProxy> {
  const weather = new Weather();
  const open = new Set<Connection>();
  let accepted = 0;
  const pair =
    tls && (tls.key && tls.cert ? { key: tls.key, cert: tls.cert } : await selfSignedCertificate());
  const termination: Termination | undefined = pair && {
    secureContext: createSecureContext(pair),
    upstreamCa: tls?.upstreamCa,
  };

  const server = createServer({ allowHalfOpen: true }, (client: Socket) => {
    accepted++;
    if (resetsAtOnce()) return void client.resetAndDestroy();
    const onClose = () => open.delete(connection);
    const connection = new Connection({ client, target, weather, termination, onClose });
    open.add(connection);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });

  const resetsAtOnce = () => weather.all('reset').some((fault) => fault.afterBytes === undefined);
  const resetAll = () => {
    for (const connection of [...open]) connection.reset();
  };
  return {
    port: (server.address() as AddressInfo).port,
    ca: pair?.cert,
    set(...faults) {
      weather.set(faults);
      if (resetsAtOnce()) return resetAll();
      for (const fault of weather.all('garbage'))
        for (const connection of open) connection.inject(fault);
    },
    clear: () => weather.set([]),
    resetAll,
    connections: () => [...open].filter((connection) => connection.isOpen).length,
    accepted: () => accepted,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      resetAll();
      await closed;
    },
  };
}
