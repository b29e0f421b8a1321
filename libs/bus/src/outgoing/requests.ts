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
  unexpectedFault,
} from '@slipway/contracts';
import { type Clock, type Logger } from '@slipway/service';
import { type Link, payloadLimit } from '../connection/index.js';
import { cancelSubject, encodeJson, nameOf, requestFaults, requestHeaders } from '../wire/index.js';
import { PendingCall } from './pending-call.js';
import { readReply } from './read-reply.js';

export interface RequestsOptions {
  readonly link: Link;
  readonly service: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly maxReassembledBytes: number;
}

/** The asking side: one inbox for all replies, and what is known of each call that waits for one. */
export class Requests {
  readonly #inbox: string;
  readonly #pending = new Map<string, PendingCall>();
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

  async send<R extends Rpc>(contract: R, input: Input<R>, call: CallContext): Promise<Output<R>> {
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
    const headers = requestHeaders(call, contract.deadline);
    const reply = `${this.#inbox}.${(this.#sent++).toString(36)}`;
    const pending = this.#expect(reply, contract, call);
    try {
      connection.publish(contract.subject, payload, { reply, headers });
    } catch (error) {
      pending.fail(error);
    }
    return pending.answer as Promise<Output<R>>;
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

  #expect(id: string, contract: Rpc, call: CallContext): PendingCall {
    const { clock, maxReassembledBytes } = this.options;
    const { subject, deadline: milliseconds } = contract;
    const pending = new PendingCall({
      contract,
      call,
      maxReassembledBytes,
      onEnd: () => {
        this.#pending.delete(id);
        cancelTimer();
      },
      onLeave: () => this.#cancel(subject, id),
    });
    const cancelTimer = clock.after(milliseconds, () =>
      pending.leave(deadlineExceeded({ what: nameOf(subject), milliseconds })),
    );
    this.#pending.set(id, pending);
    return pending;
  }

  /** Tells whichever replica works on it that nobody waits any more. */
  #cancel(subject: string, id: string): void {
    this.options.link.connection?.publish(cancelSubject(serviceOf(subject)), id);
  }

  #receive(message: Msg): void {
    const pending = this.#pending.get(message.subject);
    if (!pending) {
      this.#late++;
      return;
    }
    try {
      readReply(pending, message);
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
