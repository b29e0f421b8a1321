import { type Clock, systemClock, withDeadline } from '../clock/index.js';
import { type Check } from '../health/index.js';
import { type Logger } from '../logger.js';

/** What a process tells about itself; `process` in production. */
export interface ProcessEvents {
  on(event: string, listener: (subject: unknown) => void): unknown;
  off(event: string, listener: (subject: unknown) => void): unknown;
}

export interface LifecycleOptions {
  readonly logger: Logger;
  /** Milliseconds for the whole stop. */
  readonly within?: number;
  readonly clock?: Clock;
  readonly events?: ProcessEvents;
  readonly exit?: (code: number) => void;
}

/** Gives back what was taken at start. The signal aborts when the stop's time has passed. */
export type StopHook = (signal: AbortSignal) => Promise<void> | void;

/**
 * The end of a process: on SIGTERM or SIGINT the hooks run one by one, last registered first, so that
 * each part stops before what it stands on. A second signal exits at once. A fault that nobody
 * handled stops the process the same way, with exit code 1.
 */
export class Lifecycle {
  readonly #hooks: { readonly name: string; readonly stop: StopHook }[] = [];
  readonly #logger: Logger;
  readonly #within: number;
  readonly #clock: Clock;
  readonly #events: ProcessEvents;
  readonly #exit: (code: number) => void;
  readonly #listeners: readonly [string, (subject: unknown) => void][];
  #running = 'nothing';
  #code = 0;
  #stopped: Promise<void> | undefined;

  constructor({
    logger,
    within = 30_000,
    clock = systemClock,
    events = process,
    exit,
  }: LifecycleOptions) {
    this.#logger = logger;
    this.#within = within;
    this.#clock = clock;
    this.#events = events;
    this.#exit = exit ?? ((code) => process.exit(code));
    const signalled = (signal: unknown) => this.#signalled(String(signal));
    const failed = (what: string) => (error: unknown) => this.#failed(what, error);
    this.#listeners = [
      ['SIGTERM', signalled],
      ['SIGINT', signalled],
      ['uncaughtException', failed('uncaught exception')],
      ['unhandledRejection', failed('unhandled rejection')],
    ];
  }

  /** Down from the first moment of the stop, so that no new work is sent here. */
  readonly check: Check = {
    name: 'lifecycle',
    check: () => (this.stopping ? { up: false, because: 'the process is stopping' } : { up: true }),
  };

  get stopping(): boolean {
    return this.#stopped !== undefined;
  }

  /** A hook registered while the stop runs is run next: what start made late is given back too. */
  onStop(name: string, stop: StopHook): void {
    this.#hooks.push({ name, stop });
  }

  /** Begins to listen to signals and unhandled faults; the returned function ends that. */
  listen(): () => void {
    for (const [event, listener] of this.#listeners) this.#events.on(event, listener);
    return () => {
      for (const [event, listener] of this.#listeners) this.#events.off(event, listener);
    };
  }

  /** Runs the hooks, then exits. Asked again, it waits for the stop that runs already. */
  stop(because: string, code = 0): Promise<void> {
    this.#code = Math.max(this.#code, code);
    // Later in the same turn: a hook that fails at once must find the stop begun.
    this.#stopped ??= Promise.resolve().then(() => this.#stop(because));
    return this.#stopped;
  }

  async #stop(because: string): Promise<void> {
    this.#logger.info({}, `stopping: ${because}`);
    try {
      const wait = { within: this.#within, because: 'the stop to finish' };
      await withDeadline(this.#clock, wait, (signal) => this.#runHooks(signal));
      this.#logger.info({}, 'stopped');
    } catch {
      // A hook's own failure ends in #runHooks: only the deadline comes here.
      const notRun = this.#hooks.map(({ name }) => name);
      this.#logger.error(
        { hook: this.#running, notRun },
        `the stop took over ${this.#within} ms; "${this.#running}" hangs`,
      );
      this.#code = 1;
    }
    this.#exit(this.#code);
  }

  async #runHooks(signal: AbortSignal): Promise<void> {
    for (let hook = this.#hooks.pop(); hook && !signal.aborted; hook = this.#hooks.pop()) {
      this.#running = hook.name;
      try {
        await hook.stop(signal);
      } catch (error) {
        this.#logger.error({ hook: hook.name, error }, `"${hook.name}" failed to stop`);
        this.#code = 1;
      }
    }
  }

  #signalled(signal: string): void {
    if (!this.stopping) return void this.stop(signal);
    this.#logger.warn({ signal }, `${signal} again: exiting at once`);
    this.#exit(1);
  }

  #failed(what: string, error: unknown): void {
    this.#logger.error({ error }, what);
    void this.stop(what, 1);
  }
}
