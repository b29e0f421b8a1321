import { type Clock } from '@slipway/service';

/** How long ago each thing was first asked about, and when to look again. */
export class Timers {
  readonly #since = new Map<string, number>();
  #next = Infinity;
  #cancel: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    private readonly wake: () => void,
  ) {}

  /** Begins a look: alarms are set anew by what is asked during it. */
  begin(): void {
    this.#cancel();
    this.#next = Infinity;
  }

  readonly passed = (key: string, milliseconds: number): boolean => {
    const now = this.clock.monotonic();
    const since = this.#since.get(key) ?? now;
    this.#since.set(key, since);
    const left = since + milliseconds - now;
    if (left <= 0) return true;
    this.#next = Math.min(this.#next, left);
    return false;
  };

  /** Ends a look: the soonest of what was not passed yet wakes. */
  end(): void {
    if (this.#next < Infinity) this.#cancel = this.clock.after(this.#next, this.wake);
  }

  /** Wakes after so long, beside whatever else was asked. */
  again(milliseconds: number): void {
    this.#next = Math.min(this.#next, milliseconds);
  }

  stop(): void {
    this.#cancel();
    this.#since.clear();
  }
}
