import { type Logger } from '@slipway/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { callOf } from './call.js';

export type ObserveExit = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * The one exit of every request, streams and aborted ones included: access log and metrics hang on
 * the response's close, which also comes when a handler has taken the socket for itself.
 */
export function exitObserver({
  logger,
  metrics,
}: {
  readonly logger: Logger;
  readonly metrics: Registry;
}): ObserveExit {
  const durations = new Histogram({
    name: 'slipway_http_request_duration_seconds',
    help: 'Time from the request head to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 10],
    registers: [metrics],
  });
  const aborted = new Counter({
    name: 'slipway_http_requests_aborted_total',
    help: 'Requests whose client left before the answer was out.',
    registers: [metrics],
  });
  return (request, reply) => {
    const begun = performance.now();
    const call = callOf(request, reply);
    reply.header('x-request-id', call.requestId);
    reply.raw.once('close', () => {
      const complete = reply.raw.writableFinished;
      const milliseconds = performance.now() - begun;
      const route = request.routeOptions?.url ?? 'unknown';
      const status = reply.raw.statusCode;
      if (!complete) aborted.inc();
      durations.observe({ method: request.method, route, status }, milliseconds / 1000);
      logger.info(
        {
          method: request.method,
          route,
          status,
          milliseconds: Math.round(milliseconds * 10) / 10,
          requestId: call.requestId,
          traceId: call.traceId,
          ...(complete ? {} : { aborted: true }),
        },
        'request',
      );
    });
  };
}
