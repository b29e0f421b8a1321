import { type DestinationStream, pino, type Logger as PinoLogger } from 'pino';
import { type Clock, systemClock } from '../clock/index.js';
import { type Logger } from '../logger.js';
import { callFields } from './call-scope.js';
import { printable } from './printable.js';
import { scrub } from './scrub.js';

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LoggerOptions {
  /** The program's name, on every line. */
  readonly app: string;
  /** The least level that is written. */
  readonly level?: LogLevel;
  /** Where lines go; standard output by default. */
  readonly stream?: DestinationStream;
  readonly clock?: Clock;
}

/**
 * A logger that writes one JSON object a line: `level`, `time` (ISO 8601), `app`, the ids of the
 * current call, the fields, `msg`. Secrets are hidden before anything is written.
 */
export function createLogger(options: LoggerOptions): Logger {
  const { app, level = 'info', stream, clock = systemClock } = options;
  const settings = {
    level,
    base: { app },
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: callFields,
    timestamp: timeField(clock),
  };
  return new JsonLogger(stream ? pino(settings, stream) : pino(settings));
}

/** Many lines fall into one millisecond, and a date as text costs more than the rest of a line. */
function timeField(clock: Clock): () => string {
  let last = NaN;
  let text = '';
  return () => {
    const now = clock.now();
    if (now.getTime() !== last) {
      last = now.getTime();
      text = `,"time":"${now.toISOString()}"`;
    }
    return text;
  };
}

class JsonLogger implements Logger {
  constructor(private readonly lines: PinoLogger) {}

  debug(fields: Record<string, unknown>, message: string): void {
    this.#write('debug', fields, message);
  }
  info(fields: Record<string, unknown>, message: string): void {
    this.#write('info', fields, message);
  }
  warn(fields: Record<string, unknown>, message: string): void {
    this.#write('warn', fields, message);
  }
  error(fields: Record<string, unknown>, message: string): void {
    this.#write('error', fields, message);
  }

  child(fields: Record<string, unknown>): Logger {
    return new JsonLogger(this.lines.child(printable(fields)));
  }

  #write(level: LogLevel, fields: Record<string, unknown>, message: string): void {
    if (this.lines.isLevelEnabled(level)) this.lines[level](printable(fields), scrub(message));
  }
}
