import { type LoggerService } from '@nestjs/common';
import { type Logger } from '../logger.js';

/**
 * Nest's own lines through ours. Its `log` lines (modules made, routes mapped) are of use when
 * looking for a fault only, so they are written at level debug.
 */
export function nestLogger(logger: Logger): LoggerService {
  const write =
    (level: 'debug' | 'warn' | 'error') =>
    (message: unknown, ...more: unknown[]): void =>
      logger[level](fieldsOf(message, more), textOf(message));
  return {
    verbose: write('debug'),
    debug: write('debug'),
    log: write('debug'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('error'),
  };
}

function textOf(message: unknown): string {
  if (message instanceof Error) return message.message;
  return typeof message === 'string' ? message : 'message of the framework';
}

/** Nest appends the stack, if any, and last the name of the class that speaks. */
function fieldsOf(message: unknown, more: readonly unknown[]): Record<string, unknown> {
  const texts = more.filter((part) => typeof part === 'string');
  const stack = texts.find((text) => /\n\s+at /.test(text));
  const context = texts.filter((text) => text !== stack).at(-1);
  const error = [message, ...more].find((part) => part instanceof Error);
  const details = typeof message === 'object' && !(message instanceof Error) ? message : undefined;
  return {
    ...(context ? { context } : {}),
    ...(error ? { error } : {}),
    ...(stack ? { stack } : {}),
    ...(details ? { details } : {}),
  };
}
