import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Agent, request as ask } from 'node:https';
import { type AddressInfo } from 'node:net';
import { type Access } from '../stack/access.js';

/** A request as it came to the API server. */
export interface Recorded {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string | undefined;
  /** Parsed JSON; undefined without one. */
  readonly body: unknown;
  /** What was answered, once it was. */
  status?: number | undefined;
}

/** What becomes of a request instead of passing; the connection is reset. */
export type Strike =
  | 'request lost'
  | 'reply lost'
  /** Runs once the server has answered; the answer is lost. */
  | { readonly answered: () => unknown };
/** `left` resolves once the client has gone without an answer. */
export type Striking = (
  request: Recorded,
  left: Promise<unknown>,
) => Strike | undefined | void | Promise<Strike | undefined | void>;

/** Whether it may change something. */
export const isWrite = ({ method, query }: Recorded): boolean =>
  method !== 'GET' && !query.has('dryRun');

/** Before an API server, over plain HTTP: keeps what was asked, and loses what a test wants lost. */
export class RecordingProxy {
  readonly requests: Recorded[] = [];
  /** For clients. */
  readonly access: Access;
  readonly #agent: Agent;
  #strike: Striking = () => undefined;

  private constructor(
    private readonly server: Server,
    private readonly upstream: Access,
  ) {
    const { port } = server.address() as AddressInfo;
    this.access = { ...upstream, url: `http://127.0.0.1:${port}` };
    this.#agent = new Agent({ keepAlive: true, ca: upstream.ca });
    server.on(
      'request',
      ((request, response) => void this.#serve(request, response)) satisfies RequestListener,
    );
  }

  static async start(upstream: Access): Promise<RecordingProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RecordingProxy(server, upstream);
  }

  /** For the requests to come; without one all pass. */
  strike(striking: Striking = () => undefined): void {
    this.#strike = striking;
  }

  /** Those since a number that `requests.length` once was, watches left out. */
  since(count: number): readonly Recorded[] {
    return this.requests.slice(count).filter(({ query }) => !query.has('watch'));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    this.#agent.destroy();
    await once(this.server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request).catch(() => undefined);
    if (!body) return;
    const recorded = recordedOf(request, body);
    this.requests.push(recorded);
    const left = new Promise((resolve) => response.once('close', resolve));
    const strike = await this.#strike(recorded, left);
    if (strike === 'request lost') return lose(request);
    const answer = await this.#ask(request, body, response).catch(() => undefined);
    if (!answer) return lose(request);
    recorded.status = answer.statusCode;
    if (strike) {
      await bytesOf(answer);
      if (typeof strike === 'object') await strike.answered();
      return lose(request);
    }
    response.writeHead(answer.statusCode!, answer.headers);
    answer.on('error', () => lose(request)).pipe(response);
  }

  #ask(
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<IncomingMessage> {
    const { hostname, port } = new URL(this.upstream.url);
    return new Promise((resolve, reject) => {
      const options = { hostname, port, method, path: url, headers, agent: this.#agent };
      const forwarded = ask(options, resolve).on('error', reject).end(body);
      // A watch ends with its client.
      response.once('close', () => forwarded.destroy());
    });
  }
}

function recordedOf({ method, url, headers }: IncomingMessage, body: Buffer): Recorded {
  const { pathname, searchParams } = new URL(url!, 'http://proxy');
  return {
    method: method!,
    path: decodeURIComponent(pathname),
    query: searchParams,
    contentType: headers['content-type'],
    body: body.length > 0 ? (JSON.parse(body.toString()) as unknown) : undefined,
  };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const lose = ({ socket }: IncomingMessage): void => void socket.resetAndDestroy();
