import {
  type CallContext,
  type Input,
  type Notice,
  type Output,
  Refusal,
  type Rpc,
  type Stream,
} from '@slipway/contracts';
import { type Clock, type Logger, systemClock } from '@slipway/service';
import { type Registry } from 'prom-client';
import { type z } from 'zod';
import { Link, settledWithin } from './connection/index.js';
import { type Around, type Handler, Responses } from './incoming/index.js';
import { type BusCounts, busMetrics } from './metrics.js';
import { Requests, type Streaming } from './outgoing/index.js';
import { decodeJson, encodeJson } from './wire/index.js';

export interface BusOptions {
  /** `nats://[user:password@|token@]host:port`, several separated by commas; `tls://` demands TLS. */
  readonly url: string;
  /** This service's name: its queue group, and the part of the subjects that are its own. */
  readonly service: string;
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly metrics?: Registry;
  /** Bytes that one reply may have, in parts or not; 64 MiB by default. */
  readonly maxReassembledBytes?: number;
  /** Milliseconds between pings, 5,000 by default: a frozen server is noticed after three. */
  readonly pingInterval?: number;
  readonly streams?: Partial<StreamPace>;
  /** Runs around every call that is answered, for example `callScope.run` for the ids in log lines. */
  readonly around?: Around;
}

/** How the two ends of a stream notice each other's death, and how far one may be ahead. */
export interface StreamPace {
  /**
   * Milliseconds between signs of life, 500 by default. Each also asks NATS whether the caller's process
   * still exists, so this bounds how long a handler outlives it.
   */
  readonly heartbeat: number;
  /** Milliseconds without one after which the other end counts as dead, 6,000 by default. */
  readonly silence: number;
  /** Items that a caller lets come before it has taken one, 16 by default. */
  readonly window: number;
}

export interface Serving {
  /** Takes no new requests on these subjects; resolves once none can arrive, while what runs goes on. */
  leave(): Promise<void>;
}

/** Requests and answers over NATS, checked against their contracts at both ends. */
export interface Bus {
  /** For readiness: whether NATS is connected, and what is known when it is not. */
  state(): { readonly up: boolean; readonly because?: string };
  counts(): BusCounts;

  /**
   * Asks the service that the contract's subject names. Rejects with a Refusal:
   * - `bad-request`, `body-too-large`: the request can't be sent as it is;
   * - `service-unavailable`: nobody answers there or NATS is away; nothing was done;
   * - `outcome-unknown`: the connection broke while waiting; it may have been done;
   * - `deadline-exceeded`: no answer within the contract's deadline; it may have been done;
   * - the remote refusal, with its own code, status, title, detail and errors;
   * - `unexpected-fault`: the handler failed, or its reply violates the contract.
   *
   * When `call.signal` aborts it rejects with the signal's reason, and the handler's signal aborts.
   */
  request<R extends Rpc>(contract: R, input: Input<R>, call: CallContext): Promise<Output<R>>;

  /**
   * Asks for a stream. It fails like a request; moreover with `outcome-unknown` when its responder gives no
   * sign of life for 6 s or a message is lost, since the work may go on, and with `interrupted`, at once,
   * when its responder has to stop.
   *
   * @param options.deadline milliseconds this call may take; the contract's is the most
   */
  stream<S extends Stream>(
    contract: S,
    input: Input<S>,
    call: CallContext,
    options?: { readonly deadline?: number },
  ): Streaming<S>;

  /**
   * Joins the service's queue group on the handlers' subjects; resolves once the server knows, at once
   * when it is away. To be called when the service can answer, not before.
   *
   * @throws when a contract belongs to another service or has a handler already
   */
  serve(handlers: readonly Handler[]): Promise<Serving>;

  /** Tells all who listen; while NATS is away nobody hears it. Throws when the payload violates the notice. */
  tell<N extends Notice>(notice: N, payload: z.input<N['payload']>): void;

  /** Hears every notice of this kind from now on, this service's own included; resolves once the server knows. */
  listen<N extends Notice>(
    notice: N,
    hear: (payload: z.output<N['payload']>) => void,
  ): Promise<void>;

  /**
   * Takes no new requests, interrupts streams, waits `within` milliseconds for what runs, interrupts the
   * rest, sends every reply, then closes the connection. Takes at most 6 s longer than `within`. Never rejects.
   */
  close(options: { readonly within: number }): Promise<void>;
}

const usualPace: StreamPace = { heartbeat: 500, silence: 6000, window: 16 };

/** Milliseconds for the server to take the last replies. */
const drainMilliseconds = 2000;

/**
 * A bus over one connection of its own. Resolves at once, also while NATS is away: it connects, and connects
 * again, for as long as it is open.
 *
 * @throws TypeError when the URL is malformed
 */
export async function connectBus(options: BusOptions): Promise<Bus> {
  return new NatsBus(options);
}

class NatsBus implements Bus {
  readonly #link: Link;
  readonly #requests: Requests;
  readonly #responses: Responses;
  readonly #clock: Clock;
  readonly #metrics;
  #closing: Promise<void> | undefined;

  constructor(options: BusOptions) {
    const { url, service, clock = systemClock, pingInterval = 5000 } = options;
    const { maxReassembledBytes = 64 * 1024 * 1024, around = (_call, next) => next() } = options;
    const logger = options.logger.child({ component: 'bus' });
    this.#clock = clock;
    this.#link = new Link({ url, service, logger, clock, pingInterval });
    this.#metrics = busMetrics(options.metrics, () => ({ ...this.counts(), ...this.state() }));
    const shared = { link: this.#link, service, clock, logger, ...usualPace, ...options.streams };
    this.#requests = new Requests({ ...shared, maxReassembledBytes });
    this.#responses = new Responses({
      ...shared,
      around,
      maxBytes: maxReassembledBytes,
      observe: this.#metrics.answered,
    });
    void this.#link.open();
  }

  state(): { up: boolean; because?: string } {
    const { state } = this.#link;
    return state.up ? { up: true } : state;
  }

  counts(): BusCounts {
    const { pending, late } = this.#requests;
    const { running } = this.#responses;
    return { pending, running, late, subscriptions: this.#link.subscriptions };
  }

  request<R extends Rpc>(contract: R, input: Input<R>, call: CallContext): Promise<Output<R>> {
    return this.#observed(contract.subject, this.#requests.send(contract, input, call));
  }

  stream<S extends Stream>(
    contract: S,
    input: Input<S>,
    call: CallContext,
    { deadline }: { deadline?: number } = {},
  ): Streaming<S> {
    const pending = this.#requests.stream(contract, input, call, deadline);
    this.#observed(contract.subject, pending.ended).catch(() => undefined);
    return pending as Streaming<S>;
  }

  async serve(handlers: readonly Handler[]): Promise<Serving> {
    const subjects = this.#responses.serve(handlers);
    await this.#link.flushed();
    return { leave: () => this.#responses.leave(subjects) };
  }

  tell<N extends Notice>({ subject, payload }: N, told: z.input<N['payload']>): void {
    this.#link.connection?.publish(subject, encodeJson(payload.parse(told)));
  }

  async listen<N extends Notice>(
    { subject, payload }: N,
    hear: (payload: z.output<N['payload']>) => void,
  ): Promise<void> {
    this.#link.subscribe({
      subject,
      receive: ({ data }) => hear(payload.parse(decodeJson(data)) as z.output<N['payload']>),
    });
    await this.#link.flushed();
  }

  close({ within }: { within: number }): Promise<void> {
    this.#closing ??= this.#close(within);
    return this.#closing;
  }

  async #close(within: number): Promise<void> {
    await settledWithin(this.#clock, drainMilliseconds, this.#responses.leave());
    await this.#responses.finish({ within });
    this.#requests.close();
    await this.#link.close({ within: drainMilliseconds });
  }

  async #observed<T>(subject: string, answer: Promise<T>): Promise<T> {
    const began = this.#clock.monotonic();
    let code = 'ok';
    try {
      return await answer;
    } catch (error) {
      code = error instanceof Refusal ? error.kind.code : 'cancelled';
      throw error;
    } finally {
      this.#metrics.asked(subject, { code, milliseconds: this.#clock.monotonic() - began });
    }
  }
}
