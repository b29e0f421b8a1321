import { type Contract, type Role } from '@slipway/contracts';
import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

const ROUTE_ROLE = 'slipway:role';
const ROUTE_ANSWER = 'slipway:answer';

/** What a route answers when all is well: a contract's output, a schema, or a page. */
export interface Answer {
  readonly status: number;
  readonly contract?: Contract;
  readonly schema?: z.ZodType;
  readonly mediaType: string;
  readonly summary: string;
}

/** The least role that may call the route. A route without one doesn't start. */
export const Needs = (role: Role) => SetMetadata(ROUTE_ROLE, role);

/** Status, schema and the summary for the API document; the contract's refusals come with it. */
export function Answers(
  status: number,
  body: Contract | z.ZodType,
  summary: string,
): MethodDecorator {
  const answer: Answer = {
    status,
    summary,
    mediaType: 'application/json',
    ...('subject' in body ? { contract: body } : { schema: body }),
  };
  return applyDecorators(HttpCode(status), SetMetadata(ROUTE_ANSWER, answer));
}

/** A page or file that the controller sends by itself. */
export function AnswersPage(mediaType: string, summary: string): MethodDecorator {
  return SetMetadata(ROUTE_ANSWER, { status: 200, mediaType, summary } satisfies Answer);
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- Nest hands handlers as such
export function roleOf(handler: Function): Role | undefined {
  return Reflect.getMetadata(ROUTE_ROLE, handler) as Role | undefined;
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- Nest hands handlers as such
export function answerOf(handler: Function): Answer | undefined {
  return Reflect.getMetadata(ROUTE_ANSWER, handler) as Answer | undefined;
}
