import { type Logger } from '../logger.js';
import { type LogLevel } from '../logging/index.js';

export interface CapturedLine {
  readonly level: LogLevel;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** Keeps what is logged, as it was handed over; children write into the same list. */
export class CaptureLogger implements Logger {
  constructor(
    readonly lines: CapturedLine[] = [],
    private readonly bound: Readonly<Record<string, unknown>> = {},
  ) {}

  debug(fields: Record<string, unknown>, message: string): void {
    this.#keep('debug', fields, message);
  }
  info(fields: Record<string, unknown>, message: string): void {
    this.#keep('info', fields, message);
  }
  warn(fields: Record<string, unknown>, message: string): void {
    this.#keep('warn', fields, message);
  }
  error(fields: Record<string, unknown>, message: string): void {
    this.#keep('error', fields, message);
  }

  child(fields: Record<string, unknown>): CaptureLogger {
    return new CaptureLogger(this.lines, { ...this.bound, ...fields });
  }

  /** The messages of one level, in order. */
  messages(level: LogLevel): string[] {
    return this.lines.filter((line) => line.level === level).map(({ message }) => message);
  }

  #keep(level: LogLevel, fields: Record<string, unknown>, message: string): void {
    this.lines.push({ level, fields: { ...this.bound, ...fields }, message });
  }
}
