import { type Clock, linked } from '@slipway/service';
import { type Dispatcher, request } from 'undici';
import type { Connection } from '../credentials/index.js';
import { UnreachableError, unreachable } from './unreachable-error.js';

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Exchange {
  readonly connection: Connection;
  readonly dispatcher: Dispatcher;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute path, encoded. */
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

export interface Opened {
  readonly code: number;
  readonly retryAfter: string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface Answer {
  readonly code: number;
  readonly retryAfter: string | undefined;
  readonly bytes: Buffer;
}

/** Sends and waits for the head of the answer; the body is the caller's to read or to break off. */
export async function open(exchange: Exchange): Promise<Opened> {
  const { connection, dispatcher, method, body, contentType, signal } = exchange;
  try {
    const {
      statusCode,
      headers,
      body: bytes,
    } = await request(urlOf(exchange), {
      dispatcher,
      method,
      headers: {
        ...connection.headers,
        accept: 'application/json',
        'user-agent': exchange.userAgent,
        ...(contentType ? { 'content-type': contentType } : {}),
      },
      body: body ?? null,
      signal,
    });
    return { code: statusCode, retryAfter: headers['retry-after']?.toString(), body: bytes };
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(error);
  }
}

/** One whole exchange: the head within `headersTimeout`, the body within the signal and `bytes`. */
export async function exchange(
  what: Exchange,
  limits: { clock: Clock; headersTimeout: number; bytes: number },
): Promise<Answer> {
  const link = linked(what.signal);
  const late = () =>
    link.abort(new UnreachableError(lateness(limits.headersTimeout), { sent: true }));
  const cancel = limits.clock.after(limits.headersTimeout, late);
  try {
    const opened = await open({ ...what, signal: link.signal });
    cancel();
    return { ...opened, bytes: await readBytes(opened, limits.bytes, link.signal) };
  } finally {
    cancel();
    link.dispose();
  }
}

/** A whole body; breaks off, and frees the socket, beyond `limit` bytes. */
export async function readBytes(
  { body }: Pick<Opened, 'body'>,
  limit: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > limit) throw tooLarge(limit);
      chunks.push(chunk);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(error);
  }
  return Buffer.concat(chunks, length);
}

export const lateness = (milliseconds: number): string =>
  `no answer within ${milliseconds / 1000} s`;

const tooLarge = (limit: number) =>
  new UnreachableError(`the answer is larger than ${limit} bytes`, { sent: true });

function urlOf({ connection, path, query = {} }: Exchange): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${connection.server}${path}${search.size > 0 ? `?${search}` : ''}`;
}
