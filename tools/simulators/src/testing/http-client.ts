import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { parse } from 'yaml';
import { at, isTree, type Tree } from '../api/index.js';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the kubeconfig's; an empty one is not sent. */
  readonly token?: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The body as JSON; empty for other bodies. */
  readonly body: Tree;
}

export interface WatchEvent {
  readonly type: string;
  readonly object: Tree;
}

/** A plain HTTP client of whatever API server a kubeconfig names: the same path for real and simulated. */
export class HttpClient {
  readonly #server: URL;
  readonly #token: string;
  readonly #agent: HttpAgent;

  constructor(kubeconfig: string) {
    const config: unknown = parse(kubeconfig);
    const cluster = at(first(config, 'clusters'), 'cluster');
    const user = at(first(config, 'users'), 'user');
    const data = (from: unknown, key: string) => {
      const value = at(from, `${key}-data`);
      return typeof value === 'string' ? { value: Buffer.from(value, 'base64') } : undefined;
    };
    this.#server = new URL(String(at(cluster, 'server')));
    this.#token = String(at(user, 'token') ?? '');
    const ca = data(cluster, 'certificate-authority');
    const cert = data(user, 'client-certificate');
    const key = data(user, 'client-key');
    const tls = {
      ...(ca ? { ca: ca.value } : {}),
      ...(cert && key ? { cert: cert.value, key: key.value } : {}),
    };
    this.#agent =
      this.#server.protocol === 'https:'
        ? new HttpsAgent({ keepAlive: true, ...tls })
        : new HttpAgent({ keepAlive: true });
  }

  async ask(asked: Asked): Promise<Answered> {
    const response = await this.#open(asked);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const json = response.headers['content-type']?.includes('json') && !isStream(text);
    const parsed: unknown = json ? JSON.parse(text) : {};
    const body = isTree(parsed) ? parsed : {};
    return { status: response.statusCode ?? 0, headers: response.headers, text, body };
  }

  /** Events of a watch until it ends or the caller stops iterating. */
  async *watch(path: string): AsyncGenerator<WatchEvent> {
    const response = await this.#open({ method: 'GET', path });
    response.setEncoding('utf8');
    let rest = '';
    try {
      for await (const chunk of response) {
        const lines = (rest + String(chunk)).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (line) yield JSON.parse(line) as WatchEvent;
      }
    } finally {
      response.destroy();
    }
  }

  #open({
    method,
    path,
    body,
    type,
    headers,
    token = this.#token,
  }: Asked): Promise<IncomingMessage> {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const url = new URL(path, this.#server);
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const outgoing = request(
        url,
        {
          method,
          agent: this.#agent,
          headers: {
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(text === undefined
              ? {}
              : {
                  'content-type': type ?? 'application/json',
                  // Node frames the body of a DELETE only when told its length.
                  'content-length': String(Buffer.byteLength(text)),
                }),
            ...headers,
          },
        },
        resolve,
      );
      outgoing.on('error', reject);
      outgoing.end(text);
    });
  }
}

const isStream = (text: string): boolean => text.startsWith('{"type":');

function first(config: unknown, list: string): unknown {
  const items = at(config, list);
  return Array.isArray(items) ? items[0] : undefined;
}
