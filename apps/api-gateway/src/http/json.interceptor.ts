import { exactJson } from '@slipway/contracts';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';

/**
 * Answers leave as bytes: given an object, Fastify would add a charset that the original doesn't send,
 * and would round integers beyond 2^53.
 */
@Injectable()
export class JsonInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((answer: unknown) => {
        if (answer === undefined || Buffer.isBuffer(answer)) return answer;
        reply.header('content-type', 'application/json');
        return Buffer.from(exactJson(answer));
      }),
    );
  }
}
