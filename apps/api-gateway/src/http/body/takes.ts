import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type BodySchema, decodeBody } from './decode-body.js';

const ROUTE_BODY = 'slipway:body';

/** The body that a route takes; `Body` hands it to the handler. */
export const Takes = (schema: BodySchema) => SetMetadata(ROUTE_BODY, schema);

// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- Nest hands handlers as such
export function bodyOf(handler: Function): BodySchema | undefined {
  return Reflect.getMetadata(ROUTE_BODY, handler) as BodySchema | undefined;
}

/** Parameter decorator: the decoded body of a route that `Takes` one. */
export const Body = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  return decodeBody(body as Buffer | undefined, bodyOf(context.getHandler())!);
});
