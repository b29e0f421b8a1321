import { type Clock, sleep, systemClock, WaitTimeout, withDeadline } from '@slipway/service';
import { type Connection, type Credentials, KubeconfigError } from '../credentials/index.js';
import type { Endpoints } from './endpoints.js';
import {
  type Answer,
  type Exchange,
  exchange,
  lateness,
  open,
  type Query,
  readBytes,
} from './exchange.js';
import { isDefinite, type Outcome } from './outcome.js';
import { type StatusError, statusFromAnswer } from './status-error.js';
import { UnreachableError } from './unreachable-error.js';

export interface CallOptions {
  readonly query?: Query | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call, credentials and retry included. */
  readonly timeout?: number | undefined;
}

export interface Write extends CallOptions {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body: unknown;
  readonly contentType?: string | undefined;
}

export interface RestLimits {
  readonly headersTimeout: number;
  readonly timeout: number;
  /** Largest body of one answer. */
  readonly bytes: number;
  /** Longest Retry-After that a read waits out, milliseconds. */
  readonly patience: number;
}

export interface KubeRestOptions {
  readonly credentials: Credentials;
  readonly endpoints: Endpoints;
  readonly clock?: Clock;
  readonly userAgent?: string;
  readonly limits?: Partial<RestLimits>;
}

const defaults: RestLimits = {
  headersTimeout: 10_000,
  timeout: 30_000,
  bytes: 64 * 1024 * 1024,
  patience: 5_000,
};
/** An error body or a Status needs no more. */
const STATUS_BYTES = 64 * 1024;

type Call = CallOptions &
  Pick<Exchange, 'path' | 'contentType'> &
  Partial<Pick<Exchange, 'method'>> & { readonly body?: unknown };

/**
 * Requests to one Kubernetes API server, JSON in and out. What comes back is `unknown`: the caller
 * parses what it needs. Throws `StatusError`, `UnreachableError`, `KubeconfigError`, or the reason of
 * the caller's signal.
 */
export class KubeRest {
  readonly #clock: Clock;
  readonly #limits: RestLimits;

  constructor(private readonly options: KubeRestOptions) {
    this.#clock = options.clock ?? systemClock;
    this.#limits = { ...defaults, ...options.limits };
  }

  /** Reads one object; see `read`. */
  async get(path: string, options: CallOptions = {}): Promise<unknown> {
    return parsed(await this.read(path, options));
  }

  /** Reads the body of a 2xx as it came; a 429 that asks for a short wait is tried once more. */
  async read(path: string, options: CallOptions = {}): Promise<Buffer> {
    const answer = await this.#within(options, async (signal) => {
      const first = await this.#answer({ ...options, path }, signal);
      const wait = first.code === 429 ? statusOf(first).retryAfterSeconds : undefined;
      if (wait === undefined || wait * 1000 > this.#limits.patience) return first;
      await sleep(this.#clock, wait * 1000, signal);
      return this.#answer({ ...options, path }, signal);
    });
    if (!isSuccess(answer)) throw statusOf(answer);
    return answer.bytes;
  }

  /**
   * Changes something, once. Throws only when provably nothing was sent (no credentials, connection
   * refused, signal already aborted); everything after is an outcome, a caller that leaves included.
   */
  async write(write: Write): Promise<Outcome<unknown>> {
    const progress = { sent: false };
    try {
      const answer = await this.#within(write, (signal) => this.#answer(write, signal, progress));
      if (isSuccess(answer)) return { outcome: 'accepted', object: parsed(answer.bytes) };
      const status = statusOf(answer);
      if (isDefinite(status.code)) return { outcome: 'rejected', status };
      return { outcome: 'unknown', because: status.message, status };
    } catch (error) {
      const unsent = error instanceof UnreachableError && !error.sent;
      if (unsent || error instanceof KubeconfigError || !progress.sent) throw error;
      return { outcome: 'unknown', because: becauseOf(error) };
    }
  }

  /**
   * Opens a watch and hands out its bytes once the server has answered 200. It ends with the server,
   * the signal, or by breaking off the iteration; there is no time limit here.
   */
  async watch(
    path: string,
    { query, signal }: { query: Query; signal: AbortSignal },
  ): Promise<AsyncIterable<Uint8Array>> {
    const send = (connection: Connection) =>
      open({
        connection,
        dispatcher: this.options.endpoints.of(connection).watches,
        ...this.#envelope({ path, query }),
        signal,
      });
    const opened = await this.#authenticated(signal, send, async (refused) => {
      await readBytes(refused, STATUS_BYTES, signal);
    });
    if (opened.code === 200) return opened.body;
    throw statusOf({ ...opened, bytes: await readBytes(opened, STATUS_BYTES, signal) });
  }

  async #within<T>(
    { timeout = this.#limits.timeout, signal }: CallOptions,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const wait = { within: timeout, because: 'the Kubernetes API to answer', signal };
    try {
      return await withDeadline(this.#clock, wait, work);
    } catch (error) {
      // The caller's own deadline is the caller's to name.
      if (!(error instanceof WaitTimeout) || signal?.aborted) throw error;
      throw new UnreachableError(lateness(timeout), { sent: true });
    }
  }

  #answer(call: Call, signal: AbortSignal, progress = { sent: false }): Promise<Answer> {
    const limits = { ...this.#limits, clock: this.#clock };
    return this.#authenticated(signal, (connection) => {
      progress.sent = true;
      const dispatcher = this.options.endpoints.of(connection).calls;
      return exchange({ connection, dispatcher, ...this.#envelope(call), signal }, limits);
    });
  }

  /**
   * Once more with renewed credentials, writes too, where the first try is provably without effect: after a
   * 401, and when nothing was sent because the server isn't trusted or not there any more. Then the
   * kubeconfig may name another CA or address by now.
   */
  async #authenticated<A extends { code: number }>(
    signal: AbortSignal,
    send: (connection: Connection) => Promise<A>,
    discard: (answer: A) => Promise<void> = async () => undefined,
  ): Promise<A> {
    const { credentials } = this.options;
    const connection = await credentials.connection(signal);
    try {
      const answer = await send(connection);
      if (answer.code !== 401 || !credentials.refused(connection)) return answer;
      await discard(answer);
    } catch (error) {
      const unsent = error instanceof UnreachableError && !error.sent;
      if (!unsent || !credentials.refused(connection)) throw error;
      const renewed = await credentials.connection(signal);
      if (renewed.key === connection.key) throw error;
    }
    return send(await credentials.connection(signal));
  }

  #envelope({ method = 'GET', path, query, body, contentType }: Call) {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { contentType: contentType ?? 'application/json' };
    return {
      method,
      path,
      query,
      ...json,
      ...type,
      userAgent: this.options.userAgent ?? 'slipway',
    };
  }
}

const isSuccess = ({ code }: Answer): boolean => code >= 200 && code < 300;

const statusOf = ({ code, bytes, retryAfter }: Answer): StatusError =>
  statusFromAnswer({ code, text: bytes.toString('utf8'), retryAfter });

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new UnreachableError('the answer is not JSON', { sent: true });
  }
}

/** Why an outcome isn't known. A caller's signal may carry any reason; only ours have words. */
function becauseOf(error: unknown): string {
  if (error instanceof UnreachableError || error instanceof WaitTimeout) return error.because;
  return 'the caller left before the answer came';
}
