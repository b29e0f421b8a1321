import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, type Socket } from 'node:net';

export interface ScriptedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers one request; what it doesn't end stays open. */
export type Script = (request: ScriptedRequest, reply: Reply) => void | Promise<void>;

export interface ScriptedApi {
  /** Base URL. */
  readonly server: string;
  /** All requests so far, in order of arrival. */
  readonly requests: readonly ScriptedRequest[];
  /** Replaces the script for the requests to come. */
  play(script: Script): void;
  /** Sockets open now, and ever accepted. */
  readonly sockets: { readonly open: number; readonly accepted: number };
  close(): Promise<void>;
}

/** A server on 127.0.0.1 that says what a test wants, down to the byte. */
export async function startScriptedApi({
  tls,
}: {
  tls?: { readonly key: string; readonly cert: string; readonly ca?: string };
} = {}): Promise<ScriptedApi> {
  const requests: ScriptedRequest[] = [];
  const sockets = new Set<Socket>();
  let accepted = 0;
  let script: Script = (_, reply) => reply.status(404, 'NotFound');
  const listener = async (incoming: IncomingMessage, response: ServerResponse) => {
    const url = new URL(incoming.url ?? '/', 'http://scripted');
    const body = await bodyOf(incoming);
    // The client left while it sent.
    if (body === undefined) return;
    const request = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body,
    };
    requests.push(request);
    await script(request, new Reply(response));
  };
  const http = tls
    ? createTlsServer(
        { ...tls, requestCert: tls.ca !== undefined, rejectUnauthorized: false },
        listener,
      )
    : createServer(listener);
  http.on('connection', (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    server: `${tls ? 'https' : 'http'}://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests,
    play: (next) => (script = next),
    get sockets() {
      return { open: sockets.size, accepted };
    },
    async close() {
      const closed = once(http, 'close');
      http.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The answer to one request, in the forms that an API server and the faults around it take. */
export class Reply {
  constructor(readonly raw: ServerResponse) {}

  json(object: unknown, code = 200): void {
    this.text(JSON.stringify(object), code, { 'content-type': 'application/json' });
  }

  text(text: string, code = 200, headers: Record<string, string> = {}): void {
    this.raw.writeHead(code, headers);
    this.raw.end(text);
  }

  /** A `Status`. */
  status(code: number, reason: string, more: Record<string, unknown> = {}): void {
    this.json(aStatus(code, reason, more), code);
  }

  /** Begins a watch; lines follow by `line` or `bytes`, its end by `end`, its loss by `reset`. */
  watch(): this {
    this.raw.writeHead(200, { 'content-type': 'application/json' });
    this.raw.flushHeaders();
    return this;
  }

  line(event: unknown): this {
    return this.bytes(`${JSON.stringify(event)}\n`);
  }

  bytes(bytes: string | Uint8Array): this {
    this.raw.write(bytes);
    return this;
  }

  end(): void {
    this.raw.end();
  }

  reset(): void {
    this.raw.socket?.resetAndDestroy();
  }
}

export function aStatus(code: number, reason: string, more: Record<string, unknown> = {}) {
  return {
    apiVersion: 'v1',
    kind: 'Status',
    status: 'Failure',
    code,
    reason,
    message: reason,
    ...more,
  };
}
