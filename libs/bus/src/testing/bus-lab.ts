import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type CallContext } from '@slipway/contracts';
import { sleep, systemClock } from '@slipway/service';
import { CaptureLogger } from '@slipway/service/testing';
import { type Bus, type BusOptions, connectBus } from '../index.js';

/** A NATS server as a process of its own. */
export interface LabServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Stands before the server and does to connections what networks do. */
export interface LabProxy {
  readonly port: number;
  set(fault: { readonly kind: 'reset' } | { readonly kind: 'freeze' }): void;
  clear(): void;
  /** How many connections were ever made. */
  accepted(): number;
  close(): Promise<void>;
}

/** What a lab is made of. */
export interface LabParts {
  startServer(options: { readonly port?: number }): Promise<LabServer>;
  startProxy(port: number): Promise<LabProxy>;
}

/** One server and whatever a test connects to it; `tidy` ends the connections, `stop` the server too. */
export class BusLab {
  readonly log = new CaptureLogger();
  readonly #buses: Bus[] = [];
  readonly #foreign: NatsConnection[] = [];
  readonly #proxies: LabProxy[] = [];

  private constructor(
    private readonly parts: LabParts,
    private server: LabServer,
  ) {}

  static async start(parts: LabParts): Promise<BusLab> {
    return new BusLab(parts, await parts.startServer({}));
  }

  get url(): string {
    return this.server.url;
  }

  /** A bus that is connected. */
  async bus(service: string, options: Partial<BusOptions> = {}): Promise<Bus> {
    const bus = await this.busThatConnects(service, options);
    await eventually(() => bus.state().up, `${service} to connect`);
    return bus;
  }

  async busThatConnects(service: string, options: Partial<BusOptions> = {}): Promise<Bus> {
    const { url } = this.server;
    const bus = await connectBus({ url, service, logger: this.log, ...options });
    this.#buses.push(bus);
    return bus;
  }

  /** A plain NATS client that knows nothing of our forms. */
  async foreign(): Promise<NatsConnection> {
    const connection = await connect({ servers: this.server.url });
    this.#foreign.push(connection);
    return connection;
  }

  /** A way to the server that can be disturbed for those who take it, and its URL. */
  async proxy(): Promise<{ readonly proxy: LabProxy; readonly url: string }> {
    const proxy = await this.parts.startProxy(this.server.port);
    this.#proxies.push(proxy);
    return { proxy, url: `nats://127.0.0.1:${proxy.port}` };
  }

  kill(): Promise<void> {
    return this.server.kill();
  }

  /** Starts the server again on its port, without any memory. */
  async restart(): Promise<void> {
    this.server = await this.parts.startServer({ port: this.server.port });
  }

  freeze(): void {
    process.kill(this.server.pid, 'SIGSTOP');
  }

  thaw(): void {
    process.kill(this.server.pid, 'SIGCONT');
  }

  async tidy(): Promise<void> {
    await Promise.all(this.#foreign.splice(0).map((connection) => connection.close()));
    await Promise.all(this.#buses.splice(0).map((bus) => bus.close({ within: 0 })));
    await Promise.all(this.#proxies.splice(0).map((proxy) => proxy.close()));
    this.log.lines.length = 0;
  }

  async stop(): Promise<void> {
    await this.tidy();
    await this.server.stop();
  }
}

/** A call context with an abort controller. */
export function aCall(more: Partial<CallContext> = {}): CallContext & { leave(): void } {
  const controller = new AbortController();
  const leave = () => controller.abort(new Error('the client has gone'));
  return { requestId: 'request-1', signal: controller.signal, ...more, leave };
}

/** Waits for a condition, at most 10 s. */
export async function eventually(condition: () => boolean, what: string): Promise<void> {
  const giveUp = systemClock.monotonic() + 10_000;
  while (!condition()) {
    if (systemClock.monotonic() > giveUp) throw new Error(`waited 10 s for ${what}`);
    await sleep(systemClock, 2);
  }
}

/** A promise and its ends. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** Settles with the signal's reason when it aborts. */
export const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
