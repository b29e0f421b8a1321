import { randomBytes, randomUUID } from 'node:crypto';
import { type CallContext } from '@slipway/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

const REQUEST_ID = /^[\w.:-]{1,128}$/;
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const calls = new WeakMap<FastifyRequest, CallContext>();

/**
 * The context of a request, made on first use: the caller's own request id and trace where they are
 * well formed, a signal that aborts when the client leaves before the answer is out.
 */
export function callOf(request: FastifyRequest, reply: FastifyReply): CallContext {
  const known = calls.get(request);
  if (known) return known;
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort(new Error('the client has left'));
  });
  const call: CallContext = {
    requestId: header(request, 'x-request-id', REQUEST_ID) ?? randomUUID(),
    traceparent: header(request, 'traceparent', TRACEPARENT) ?? newTrace(),
    signal: left.signal,
    warn: (text) => reply.header('warning', `110 slipway "${text}"`),
  };
  calls.set(request, call);
  return call;
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

function newTrace(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
}
