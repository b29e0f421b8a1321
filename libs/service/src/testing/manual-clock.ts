import { type Clock } from '../clock/index.js';

/** A clock that moves only when told; timers fire in order, promises settle in between. */
export class ManualClock implements Clock {
  #now = 0;
  #timers = new Map<symbol, { at: number; call: () => void }>();

  constructor(private readonly start = new Date('2026-10-22T10:00:00Z')) {}

  now(): Date {
    return new Date(this.start.getTime() + this.#now);
  }

  monotonic(): number {
    return this.#now;
  }

  after(milliseconds: number, call: () => void): () => void {
    const key = Symbol();
    this.#timers.set(key, { at: this.#now + milliseconds, call });
    return () => this.#timers.delete(key);
  }

  /** How many timers are pending: a leak shows here. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Moves time on, firing what falls due on the way, also what the fired ones add. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      await settled();
      const next = [...this.#timers]
        .filter(([, t]) => t.at <= end)
        .sort(([, a], [, b]) => a.at - b.at)[0];
      if (!next) break;
      const [key, timer] = next;
      this.#timers.delete(key);
      this.#now = Math.max(this.#now, timer.at);
      timer.call();
    }
    // Two overlapping calls must not turn time back.
    this.#now = Math.max(this.#now, end);
    await settled();
  }
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
};
