import { randomUUID } from 'node:crypto';
import { type CallContext } from '@slipway/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

const REQUEST_ID = /^[\w.:-]{1,128}$/;
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const CALL = Symbol('call');
type WithCall = FastifyRequest & { [CALL]?: HttpCall };

/**
 * The context of a request, made on first use: the caller's own request id and trace where they are
 * well formed, a signal that aborts when the client leaves before the answer is out.
 */
export function callOf(request: WithCall, reply: FastifyReply): HttpCall {
  return (request[CALL] ??= new HttpCall(request, reply));
}

class HttpCall implements CallContext {
  readonly requestId: string;
  readonly #reply: FastifyReply;
  #traceparent: string | undefined;
  #signal: AbortSignal | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#reply = reply;
    this.requestId = header(request, 'x-request-id', REQUEST_ID) ?? randomUUID();
    this.#traceparent = header(request, 'traceparent', TRACEPARENT);
  }

  /** A trace begins with the first who passes it on; most local routes never need one. */
  get traceparent(): string {
    return (this.#traceparent ??= newTrace());
  }

  /** Of the trace that the client gave or that was begun here. */
  get traceId(): string | undefined {
    return this.#traceparent?.slice(3, 35);
  }

  warn(text: string): void {
    this.#reply.header('warning', `110 slipway "${text}"`);
  }

  /** Made when first asked for: a route that asks nobody needs none. */
  get signal(): AbortSignal {
    return (this.#signal ??= signalOf(this.#reply));
  }
}

function signalOf({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  const leave = () => {
    if (!raw.writableFinished) left.abort(new Error('the client has left'));
  };
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return left.signal;
}

/** Parameter decorator: the call context of this request. */
export const Call = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return callOf(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
});

/** Parameter decorator: `?fields=`; of a repeated one the first counts. */
export const FieldsQuery = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { fields } = context.switchToHttp().getRequest<FastifyRequest>().query as {
    fields?: string | string[];
  };
  return Array.isArray(fields) ? fields[0] : fields;
});

function header(request: FastifyRequest, name: string, form: RegExp): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && form.test(value) ? value : undefined;
}

/** Of random UUIDs, which Node keeps a stock of: bytes asked for one by one cost more than the route. */
function newTrace(): string {
  const trace = randomUUID().replaceAll('-', '');
  return `00-${trace}-${randomUUID().slice(-12)}${trace.slice(0, 4)}-00`;
}
