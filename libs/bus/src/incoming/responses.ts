import { randomUUID } from 'node:crypto';
import { type Msg } from '@nats-io/transport-node';
import { interrupted, isStream, serviceOf } from '@slipway/contracts';
import { type Clock, type Logger } from '@slipway/service';
import { type Link, type LinkSubscription, settledWithin } from '../connection/index.js';
import { cancelSubject, readRequestHeaders } from '../wire/index.js';
import { answerRequest } from './answer-request.js';
import { Emissions } from './emissions.js';
import { type Around, type Handler } from './handler.js';
import { RunningCall } from './running-call.js';
import { sendAnswer, sendRefusal } from './send-answer.js';

export interface ResponsesOptions {
  readonly link: Link;
  readonly service: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly around: Around;
  readonly maxBytes: number;
  /** Milliseconds between signs of life of a stream. */
  readonly heartbeat: number;
  /** Milliseconds without one after which the other end counts as gone. */
  readonly silence: number;
  readonly observe: (subject: string, answered: { code: string; milliseconds: number }) => void;
}

/** Milliseconds in which interrupted handlers may still say in what state they leave things. */
const lastWords = 1000;

/** The answering side: handlers in the service's queue group, each call tracked until it is answered. */
export class Responses {
  readonly #running = new Map<string, RunningCall>();
  readonly #served = new Map<string, LinkSubscription>();
  readonly #emissions: Emissions;
  #cancels: LinkSubscription | undefined;

  constructor(private readonly options: ResponsesOptions) {
    this.#emissions = new Emissions(options);
  }

  get running(): number {
    return this.#running.size;
  }

  /** @throws when a contract belongs to another service or is served already */
  serve(handlers: readonly Handler[]): readonly string[] {
    const { link, service } = this.options;
    const subjects = handlers.map(({ contract }) => contract.subject);
    for (const [index, subject] of subjects.entries()) {
      if (serviceOf(subject) !== service) throw new Error(`${service} does not serve ${subject}`);
      if (this.#served.has(subject) || subjects.indexOf(subject) < index)
        throw new Error(`${subject} has a handler already`);
    }
    this.#cancels ??= link.subscribe({
      subject: cancelSubject(service),
      receive: (message) => this.#running.get(message.string())?.callerLeaves(),
    });
    if (handlers.some(({ contract }) => isStream(contract))) this.#emissions.listen();
    for (const handler of handlers) {
      const { subject } = handler.contract;
      const receive = (message: Msg) => this.#accept(handler, message);
      this.#served.set(subject, link.subscribe({ subject, queue: service, receive }));
    }
    return subjects;
  }

  /** Takes no more requests on these subjects, all by default; what runs goes on. */
  async leave(subjects: readonly string[] = [...this.#served.keys()]): Promise<void> {
    const leaving = subjects.map((subject) => {
      const subscription = this.#served.get(subject);
      this.#served.delete(subject);
      return subscription && this.options.link.unsubscribe(subscription);
    });
    await Promise.all(leaving);
  }

  /**
   * Waits for what runs; what is left after `within` milliseconds is interrupted and answered so. Streams
   * are interrupted at once: nobody can wait for their end.
   */
  async finish({ within }: { within: number }): Promise<void> {
    const { clock, service } = this.options;
    const reason = interrupted({ because: `${service} is stopping; repeat the request` });
    for (const running of this.#running.values()) if (running.isStream) running.abort(reason);
    if (await settledWithin(clock, within, this.#idle())) return;
    for (const running of this.#running.values()) running.abort(reason);
    if (await settledWithin(clock, lastWords, this.#idle())) return;
    for (const running of this.#running.values()) running.giveUp(reason);
    await settledWithin(clock, lastWords, this.#idle());
  }

  async #idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ finished }) => finished));
  }

  #accept(handler: Handler, message: Msg): void {
    const { clock, logger } = this.options;
    const { subject, deadline } = handler.contract;
    const to = message.reply;
    if (!to || this.#running.has(to)) {
      logger.debug({ subject }, 'a message that expects no answer of its own was ignored');
      return;
    }
    const {
      millisecondsLeft = deadline,
      granted = 0,
      ...head
    } = readRequestHeaders(message.headers);
    const running = new RunningCall({
      head: { requestId: randomUUID(), ...head },
      contract: handler.contract,
      millisecondsLeft: Math.min(deadline, millisecondsLeft),
      clock,
    });
    this.#running.set(to, running);
    running.finished = this.#answer({ handler, message, running, to, granted });
  }

  async #answer({ handler, message, running, to, granted }: Accepted): Promise<void> {
    const { link, clock, logger, around, maxBytes, observe } = this.options;
    const { contract } = handler;
    const { subject } = contract;
    const { requestId, signal } = running.call;
    const began = clock.monotonic();
    const emission = isStream(contract)
      ? this.#emissions.open({ contract, running, to, granted })
      : undefined;
    const way = { link, to, nextPlace: emission?.endPlace };
    try {
      const answer = await Promise.race([
        around(running.call, () =>
          answerRequest({ handler, payload: message.data, running, emission, logger, maxBytes }),
        ),
        running.givenUp,
      ]);
      observe(subject, { code: answer.refusal ?? 'ok', milliseconds: clock.monotonic() - began });
      emission?.close();
      if (running.callerHasLeft) return;
      await sendAnswer({ ...way, answer, signal, subject });
    } catch (error) {
      if (error !== signal.reason) logger.error({ subject, requestId, error }, 'an answer is lost');
      if (!running.callerHasLeft) sendRefusal(way, error, requestId);
    } finally {
      emission?.close();
      running.end();
      this.#running.delete(to);
    }
  }
}

interface Accepted {
  readonly handler: Handler;
  readonly message: Msg;
  readonly running: RunningCall;
  readonly to: string;
  readonly granted: number;
}
