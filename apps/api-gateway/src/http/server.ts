import { Server as NetServer } from 'node:net';
import { badRequest, exactJson } from '@slipway/contracts';
import { type Clock, type Logger, sleep } from '@slipway/service';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Registry } from 'prom-client';
import { exitObserver } from './exit.js';
import { BODY_LIMIT_BYTES, fromFastify, sendProblem } from './problem.filter.js';

/** Longer than any name; an id that long is answered 404 by its route. */
const MAX_PARAM_LENGTH = 2048;

/** How long a stopping gateway serves clients that had a request on its way. */
const LINGER_MILLISECONDS = 300;

export function createAdapter(parts: { logger: Logger; metrics: Registry }): FastifyAdapter {
  const observeExit = exitObserver(parts);
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // Clients that come while we stop are served during the linger, not refused in Fastify's own words.
    return503OnClosing: false,
    // No middleware here: Nest's engine for it costs every request.
    skipMiddie: true,
    forceCloseConnections: 'idle',
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      // These come before any hook.
      observeExit(request, reply);
      sendProblem(reply, fromFastify(error, request) ?? badRequest({ because: error.message }));
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      const { problem } = badRequest({ because: 'the request is not valid HTTP' });
      const body = JSON.stringify(problem);
      socket.end(
        `HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json\r\n` +
          `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      );
    },
  });
  const fastify = adapter.getInstance();
  // Bodies reach the decoder as bytes: its faults are worded by us, whatever the content type says.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  // Answers are objects; Fastify's own serializer would round integers beyond 2^53.
  fastify.setReplySerializer((answer) => exactJson(answer));
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    // The original sends no charset, and JSON has only one.
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8') {
      reply.header('content-type', 'application/json');
    }
    if (stopping.has(fastify)) reply.header('connection', 'close');
    done(null, payload);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    observeExit(request, reply);
    done();
  });
  return adapter;
}

/** Not through Nest, which would log a taken port in its own words beside the start's one sentence. */
export async function listen(
  app: NestFastifyApplication,
  { address, port }: { readonly address: string; readonly port: number },
): Promise<void> {
  await app.getHttpAdapter().getInstance().listen({ host: address, port });
}

const stopping = new WeakSet<object>();

/**
 * Stops without a reset: first stop listening (net's close cuts nothing, http's would cut idle sockets
 * under a request that is on its way), tell kept connections to close, serve for a moment, then close.
 */
export async function closeGently(app: NestFastifyApplication, clock: Clock): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  stopping.add(fastify);
  NetServer.prototype.close.call(app.getHttpServer() as NetServer);
  await sleep(clock, LINGER_MILLISECONDS);
  await app.close();
}
