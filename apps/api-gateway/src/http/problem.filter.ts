import {
  badRequest,
  bodyTooLarge,
  exactJson,
  interrupted,
  methodNotAllowed,
  Refusal,
  routeNotFound,
  unexpectedFault,
  unsupportedMediaType,
} from '@slipway/contracts';
import { type Logger } from '@slipway/service';
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  NotFoundException,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callOf } from './call.js';
import { RouteTable } from './route-table.js';
import { LOGGER } from './tokens.js';

export const BODY_LIMIT_BYTES = 1048576;

/** The one place where a failure becomes an HTTP answer. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    @Inject(RouteTable) private readonly table: RouteTable,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const refusal = this.refusalFor(error, request, reply);
    if (refusal.kind.code === methodNotAllowed.code) {
      reply.header('allow', this.table.methodsOf(pathOf(request)).join(', '));
    }
    sendProblem(reply, refusal);
  }

  private refusalFor(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal {
    if (error instanceof Refusal) return error;
    if (error instanceof NotFoundException) {
      const path = pathOf(request);
      const methods = this.table.methodsOf(path);
      return methods.length > 0
        ? methodNotAllowed({ method: request.method, path, allow: methods.join(', ') })
        : routeNotFound({ method: request.method, path });
    }
    const known = fromFastify(error, request);
    if (known) return known;
    const { requestId, signal } = callOf(request, reply);
    // Nobody reads this answer, and what the abort made of the call is no fault of ours.
    if (signal.aborted) return interrupted({ because: 'the client has left' });
    this.logger.error({ err: error, requestId }, 'unexpected fault in a route');
    return unexpectedFault({ requestId }, error);
  }
}

/** Faults that Fastify finds before a handler runs. */
export function fromFastify(error: unknown, request: FastifyRequest): Refusal | undefined {
  // Nest wraps those that come after the routing.
  const found = error instanceof HttpException ? error.cause : error;
  const { code, statusCode, message } = (found ?? {}) as {
    code?: string;
    statusCode?: number;
    message?: string;
  };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge({ limit: BODY_LIMIT_BYTES });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return unsupportedMediaType({ contentType: request.headers['content-type'] ?? '' });
  }
  if (code?.startsWith('FST_') && statusCode === 400) {
    return badRequest({ because: message ?? 'the request is malformed' });
  }
  return undefined;
}

export function sendProblem(reply: FastifyReply, refusal: Refusal): void {
  void reply
    .status(refusal.kind.status)
    .header('content-type', 'application/problem+json')
    .send(Buffer.from(exactJson(refusal.problem)));
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0]!;
}
