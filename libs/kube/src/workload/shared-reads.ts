import { linked } from '@slipway/service';

interface Shared<T> {
  readonly result: Promise<T>;
  readonly abort: (reason: unknown) => void;
  waiters: number;
}

/**
 * Equal reads at the same time are one read. It belongs to all who wait for it: one who leaves takes
 * only themselves away, and the read is aborted when the last has left.
 */
export class SharedReads {
  readonly #running = new Map<string, Shared<unknown>>();

  /** How many reads run; 0 at rest. */
  get running(): number {
    return this.#running.size;
  }

  /** `key` must say all that decides the result: the type of it included. */
  async read<T>(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const shared = (this.#running.get(key) ?? this.#begin(key, start)) as Shared<T>;
    shared.waiters += 1;
    const link = linked(signal);
    try {
      return await Promise.race([shared.result, link.aborted]);
    } finally {
      link.dispose();
      shared.waiters -= 1;
      if (shared.waiters === 0) this.#abandon(key, shared, signal?.reason);
    }
  }

  #begin<T>(key: string, start: (signal: AbortSignal) => Promise<T>): Shared<T> {
    const link = linked();
    const shared: Shared<T> = {
      result: start(link.signal).finally(() => this.#forget(key, shared)),
      abort: link.abort,
      waiters: 0,
    };
    this.#running.set(key, shared);
    return shared;
  }

  /** Forgotten before it is aborted, so that a newcomer starts afresh and doesn't join a dead read. */
  #abandon(key: string, shared: Shared<unknown>, reason: unknown): void {
    if (!this.#forget(key, shared)) return;
    shared.abort(reason);
  }

  #forget(key: string, shared: Shared<unknown>): boolean {
    return this.#running.get(key) === shared && this.#running.delete(key);
  }
}
