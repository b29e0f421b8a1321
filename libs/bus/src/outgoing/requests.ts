import { createInbox, type Msg, type NatsConnection } from '@nats-io/transport-node';
import {
  badRequest,
  bodyTooLarge,
  type CallContext,
  deadlineExceeded,
  type Input,
  interrupted,
  type Output,
  outcomeUnknown,
  type Rpc,
  serviceOf,
  serviceUnavailable,
  type Stream,
  unexpectedFault,
} from '@slipway/contracts';
import { type Clock, type Logger } from '@slipway/service';
import { type Link, payloadLimit } from '../connection/index.js';
import { cancelSubject, encodeJson, nameOf, requestFaults, requestHeaders } from '../wire/index.js';
import { type Pending, PendingCall } from './pending-call.js';
import { PendingStream } from './pending-stream.js';

export interface RequestsOptions {
  readonly link: Link;
  readonly service: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly maxReassembledBytes: number;
  /** Milliseconds without a message after which the responder of a stream counts as dead. */
  readonly silence: number;
  /** Items of a stream that may come before one is taken. */
  readonly window: number;
}

interface Begun extends Pick<Pending, 'contract' | 'call'> {
  /** Until its deadline. */
  readonly milliseconds: number;
}

interface Posted extends Begun {
  readonly id: string;
  readonly pending: Pending;
  readonly input: unknown;
  readonly granted?: number;
}

/** The asking side: one inbox for all replies, and what is known of each call that waits for one. */
export class Requests {
  readonly #inbox: string;
  readonly #pending = new Map<string, Pending>();
  #sent = 0;
  #late = 0;
  #closed = false;

  constructor(private readonly options: RequestsOptions) {
    const { link, service } = options;
    this.#inbox = createInbox(`_INBOX.${service}`);
    link.subscribe({ subject: `${this.#inbox}.*`, receive: (message) => this.#receive(message) });
    link.onChange(() => this.#connectionChanged());
  }

  get pending(): number {
    return this.#pending.size;
  }

  /** Replies that came when nobody waited for them any more. */
  get late(): number {
    return this.#late;
  }

  send<R extends Rpc>(contract: R, input: Input<R>, call: CallContext): Promise<Output<R>> {
    const ends = this.#begin({ contract, call, milliseconds: contract.deadline });
    const pending = new PendingCall(ends);
    this.#post({ ...ends, pending, input });
    return pending.answer as Promise<Output<R>>;
  }

  /** @param deadline milliseconds; the contract's is the most */
  stream<S extends Stream>(
    contract: S,
    input: Input<S>,
    call: CallContext,
    deadline: number = contract.deadline,
  ): PendingStream {
    const milliseconds = Math.min(deadline, contract.deadline);
    const ends = this.#begin({ contract, call, milliseconds });
    const pending = new PendingStream({ ...this.options, ...ends, contract });
    this.#post({ ...ends, pending, input, granted: this.options.window });
    return pending;
  }

  /** Ends every call that still waits; later ones are refused. */
  close(): void {
    this.#closed = true;
    for (const pending of this.#pending.values()) {
      pending.leave(interrupted({ because: `${this.options.service} is stopping` }));
    }
  }

  #connectionTo(service: string): NatsConnection {
    if (this.#closed) throw serviceUnavailable({ service, because: 'the bus is closed' });
    // Refused before anything is sent: the client library would keep the message and may send it later.
    const { state } = this.options.link;
    if (!state.up) throw serviceUnavailable({ service, because: state.because });
    return state.connection;
  }

  /** What a call needs to end: its time, and where it is known as long as it waits. */
  #begin({ contract, call, milliseconds }: Begun) {
    const { clock, maxReassembledBytes } = this.options;
    const { subject } = contract;
    const id = `${this.#inbox}.${(this.#sent++).toString(36)}`;
    const cancelTimer = clock.after(milliseconds, () =>
      this.#pending.get(id)?.leave(deadlineExceeded({ what: nameOf(subject), milliseconds })),
    );
    const onEnd = () => {
      this.#pending.delete(id);
      cancelTimer();
    };
    const onLeave = () => this.#cancel(subject, id);
    return { id, contract, call, milliseconds, maxReassembledBytes, onEnd, onLeave };
  }

  /** Sends a request; what keeps it from being sent is the end of its call. */
  #post({ id, contract, call, milliseconds: millisecondsLeft, pending, input, granted }: Posted) {
    this.#pending.set(id, pending);
    try {
      call.signal.throwIfAborted();
      const checked = contract.input.safeParse(input);
      if (!checked.success) {
        const because = `${nameOf(contract.subject)}: ${requestFaults(checked.error)}`;
        throw badRequest({ because });
      }
      const connection = this.#connectionTo(serviceOf(contract.subject));
      const payload = encodeJson(input);
      const limit = payloadLimit(connection);
      if (payload.length > limit) throw bodyTooLarge({ limit });
      const headers = requestHeaders(call, { millisecondsLeft, granted });
      connection.publish(contract.subject, payload, { reply: id, headers });
    } catch (error) {
      pending.fail(error);
    }
  }

  /** Tells whichever replica works on it that nobody waits any more. */
  #cancel(subject: string, id: string): void {
    this.options.link.connection?.publish(cancelSubject(serviceOf(subject)), id);
  }

  #receive(message: Msg): void {
    const pending = this.#pending.get(message.subject);
    if (!pending) {
      this.#late++;
      // Whoever still sends a stream here learns that nobody reads it, as after a lost connection.
      if (message.reply) message.respond();
      return;
    }
    try {
      pending.receive(message);
    } catch (fault) {
      const { subject } = pending.contract;
      const { requestId } = pending.call;
      this.options.logger.error(
        { subject, requestId, error: fault },
        `a reply to ${subject} violates its contract`,
      );
      pending.leave(unexpectedFault({ requestId }, fault));
    }
  }

  #connectionChanged(): void {
    if (this.options.link.connection) return;
    for (const pending of this.#pending.values()) {
      pending.fail(
        outcomeUnknown({
          what: nameOf(pending.contract.subject),
          because: 'the connection to NATS was lost while waiting for the answer',
        }),
      );
    }
  }
}
