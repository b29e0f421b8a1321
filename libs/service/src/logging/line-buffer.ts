import { type DestinationStream } from 'pino';
import { type Clock, systemClock } from '../clock/index.js';

/** Milliseconds that a line may wait for others. */
const longest = 100;
const mostCharacters = 32_768;
/** pino's number for warn: that line and what stands before it is wanted when a process dies. */
const urgent = 40;
/** Asks pino to tell each line's level through `lastLevel`. */
const tellsLevel: unique symbol = Symbol.for('pino.metadata');

/**
 * Gathers log lines into few writes: a busy gateway logs every request, and a system call for each
 * costs it more than all else about the line.
 */
export class LineBuffer implements DestinationStream {
  readonly #to: DestinationStream;
  readonly #clock: Clock;
  #lines = '';
  #cancel: (() => void) | undefined;

  readonly [tellsLevel] = true;
  lastLevel = 0;

  constructor(to: DestinationStream, clock: Clock = systemClock) {
    this.#to = to;
    this.#clock = clock;
  }

  write(line: string): void {
    this.#lines += line;
    if (this.lastLevel >= urgent || this.#lines.length > mostCharacters) this.flush();
    else this.#cancel ??= this.#clock.after(longest, () => this.flush());
  }

  /** Writes what is held; also for the end of the process. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#lines === '') return;
    const lines = this.#lines;
    this.#lines = '';
    this.#to.write(lines);
  }
}
