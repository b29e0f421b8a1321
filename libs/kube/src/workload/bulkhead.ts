/** No place is free: too many operations are already waiting. */
export class BulkheadFull extends Error {
  override readonly name = 'BulkheadFull';
}

interface Compartment {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Bounds what runs at once under each key, so that one slow cluster can't take the sockets and the
 * memory of all. Beyond `concurrent` calls wait in order; beyond `queued` they are refused at once.
 */
export class Bulkhead {
  readonly #compartments = new Map<string, Compartment>();

  constructor(private readonly limits: { readonly concurrent: number; readonly queued: number }) {}

  /** How many keys are busy; 0 at rest. */
  get busy(): number {
    return this.#compartments.size;
  }

  /** Rejects with `BulkheadFull`, the signal's reason while waiting, or what `work` throws. */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const compartment = this.#enter(key);
    try {
      if (compartment.running >= this.limits.concurrent) await this.#turn(compartment, signal);
      else compartment.running += 1;
    } catch (error) {
      this.#tidy(key, compartment);
      throw error;
    }
    try {
      return await work();
    } finally {
      // The place is handed on, not freed and fought for: a newcomer can't overtake.
      const next = compartment.waiting.shift();
      if (next) next();
      else compartment.running -= 1;
      this.#tidy(key, compartment);
    }
  }

  #enter(key: string): Compartment {
    const known = this.#compartments.get(key);
    if (known) return known;
    const fresh = { running: 0, waiting: [] };
    this.#compartments.set(key, fresh);
    return fresh;
  }

  #turn({ waiting }: Compartment, signal: AbortSignal): Promise<void> {
    if (waiting.length >= this.limits.queued) {
      return Promise.reject(new BulkheadFull('too many operations are waiting'));
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #tidy(key: string, { running, waiting }: Compartment): void {
    if (running === 0 && waiting.length === 0) this.#compartments.delete(key);
  }
}
