import { connect, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket, type SecureContext } from 'node:tls';
import { type Garbage } from './faults.js';
import { Lane } from './lane.js';
import { type Weather } from './weather.js';

export interface Target {
  readonly host: string;
  readonly port: number;
}

/** How the proxy ends TLS towards the client and begins it anew towards the server. */
export interface Termination {
  readonly secureContext: SecureContext;
  readonly upstreamCa: string | undefined;
}

export interface ConnectionOptions {
  readonly client: Socket;
  readonly target: Target;
  readonly weather: Weather;
  readonly termination: Termination | undefined;
  readonly onClose: () => void;
}

/** One client's connection and its counterpart at the server. */
export class Connection {
  readonly #over = new AbortController();
  readonly #sockets: Socket[];
  readonly #request: Lane;
  readonly #response: Lane;
  /** The weather in which a request was passed whose reply is to be lost. */
  #losing = -1;
  #clientLeft = false;

  constructor(private readonly options: ConnectionOptions) {
    const { weather, client } = options;
    this.#sockets = [client];
    const common = { weather, signal: this.#over.signal, reset: () => this.reset() };
    this.#request = new Lane({
      ...common,
      direction: 'request',
      loses: (bytes) => this.#mark(bytes),
    });
    this.#response = new Lane({
      ...common,
      direction: 'response',
      loses: () => this.#losing === weather.epoch,
    });
    for (const fault of weather.all('garbage')) this.inject(fault);
    client.once('end', () => (this.#clientLeft = true));
    client.once('close', () => (this.#clientLeft = true));
    // An error is always followed by 'close', which tells the lane.
    client.on('error', () => undefined);
    void this.#run();
  }

  /** False once the client has closed its end, whether or not the server may know yet. */
  get isOpen(): boolean {
    return !this.#clientLeft && !this.#over.signal.aborted;
  }

  inject({ bytes, direction = 'response' }: Garbage): void {
    const lane = direction === 'request' ? this.#request : this.#response;
    lane.inject(Buffer.from(bytes));
  }

  /** A TCP reset to both sides. */
  reset(): void {
    if (this.#over.signal.aborted) return;
    for (const socket of this.#sockets) if (!socket.destroyed) socket.resetAndDestroy();
    this.#finish();
  }

  async #run(): Promise<void> {
    const { client, target, weather, termination } = this.options;
    const { signal } = this.#over;
    // Without TLS its bytes are taken at once, and so is its leaving; with TLS the handshake must wait.
    if (!termination) this.#request.take(client);
    while (weather.find('blackHole', 'request') && !signal.aborted) await weather.change(signal);
    if (signal.aborted) return;

    const upstream = connect({ host: target.host, port: target.port, allowHalfOpen: true });
    this.#sockets.push(upstream);
    upstream.on('error', () => undefined);
    const [down, up] = termination
      ? [this.#serveTls(client, termination), this.#askTls(upstream, termination)]
      : [client, upstream];
    if (termination) this.#request.take(down);
    this.#response.take(up);
    await Promise.all([this.#request.pass(up), this.#response.pass(down)]);
    for (const socket of [down, up])
      if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
    this.#finish();
  }

  #serveTls(client: Socket, { secureContext }: Termination): Socket {
    const socket = new TLSSocket(client, {
      isServer: true,
      secureContext,
      ALPNProtocols: ['http/1.1'],
    });
    return quiet(socket);
  }

  #askTls(upstream: Socket, { upstreamCa }: Termination): Socket {
    const { host } = this.options.target;
    const ca = upstreamCa === undefined ? {} : { ca: upstreamCa };
    return quiet(connectTls({ socket: upstream, host, ...ca, ALPNProtocols: ['http/1.1'] }));
  }

  #mark(bytes: Buffer): false {
    const { weather } = this.options;
    const text = bytes.toString('latin1');
    const lost = weather.all('loseReply').some(({ request }) => !request || request.test(text));
    if (lost) this.#losing = weather.epoch;
    return false;
  }

  #finish(): void {
    this.#over.abort();
    this.options.onClose();
  }
}

function quiet(socket: Socket): Socket {
  return socket.on('error', () => undefined);
}
