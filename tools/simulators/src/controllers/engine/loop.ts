import { type Clock, type Logger, sleep } from '@slipway/service';
import { type Delays } from '../delays.js';
import { Timers } from './timers.js';

export interface LoopOptions {
  /** For logs. */
  readonly what: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly delays: Pick<Delays, 'breath' | 'retry'>;
  /** All that the last look wrote has been seen back. */
  readonly isSeen: () => boolean;
  /** What never comes back isn't waited for without end. */
  readonly forget: () => void;
  /** Looks and writes; true asks for another look after a while. */
  readonly look: (signal: AbortSignal) => Promise<boolean>;
  readonly onIdle?: () => void;
}

/** What was written has come back within this, or never will. Milliseconds. */
const longestEcho = 5_000;

/** Looks again whenever something has changed or some time has passed, one look at a time. */
export class Loop {
  readonly #owner = new AbortController();
  readonly #timers: Timers;
  #running: Promise<void> | undefined;
  #dirty = false;
  #waitingSince: number | undefined;

  constructor(private readonly options: LoopOptions) {
    this.#timers = new Timers(options.clock, () => this.wake());
  }

  get passed(): Timers['passed'] {
    return this.#timers.passed;
  }

  wake(): void {
    this.#dirty = true;
    if (this.#owner.signal.aborted) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#dirty) this.wake();
      else if (!this.#owner.signal.aborted) this.options.onIdle?.();
    });
  }

  async stop(): Promise<void> {
    this.#owner.abort(new Error('the controllers stop'));
    await this.#running;
    this.#timers.stop();
  }

  async #run(): Promise<void> {
    const { clock, delays, logger, what } = this.options;
    const { signal } = this.#owner;
    while (this.#dirty && !signal.aborted) {
      await sleep(clock, delays.breath, signal).catch(() => undefined);
      if (signal.aborted) return;
      this.#dirty = false;
      this.#timers.begin();
      if (this.#isPresent()) {
        const again = await this.options.look(signal).catch((error: unknown) => {
          if (!signal.aborted) logger.error({ error, what }, 'a look has failed');
          return true;
        });
        if (again) this.#timers.again(delays.retry);
      }
      if (!signal.aborted) this.#timers.end();
    }
  }

  /** What is seen includes all that was written; else deciding again would repeat it. */
  #isPresent(): boolean {
    const { clock, isSeen, forget } = this.options;
    if (isSeen()) {
      this.#waitingSince = undefined;
      return true;
    }
    this.#waitingSince ??= clock.monotonic();
    const left = this.#waitingSince + longestEcho - clock.monotonic();
    if (left > 0) {
      this.#timers.again(left);
      return false;
    }
    forget();
    this.#waitingSince = undefined;
    return true;
  }
}
