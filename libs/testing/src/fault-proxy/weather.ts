import { type Direction, type Fault } from './faults.js';

/** The faults in force, and who waits for them to change. */
export class Weather {
  #faults: readonly Fault[] = [];
  #waiting = new Set<() => void>();
  /** Grows with each change: counters "since the fault was set" compare it. */
  epoch = 0;

  set(faults: readonly Fault[]): void {
    this.#faults = faults;
    this.epoch++;
    for (const wake of [...this.#waiting]) wake();
  }

  all<K extends Fault['kind']>(kind: K): readonly Extract<Fault, { kind: K }>[] {
    return this.#faults.filter((fault) => fault.kind === kind) as Extract<Fault, { kind: K }>[];
  }

  /** The first fault of the kind that concerns the direction. */
  find<K extends Fault['kind']>(
    kind: K,
    direction: Direction,
  ): Extract<Fault, { kind: K }> | undefined {
    return this.all(kind).find((fault) => {
      const stated = 'direction' in fault ? fault.direction : undefined;
      return (stated ?? defaultDirection(fault) ?? direction) === direction;
    });
  }

  /** Resolves at the next change, after `milliseconds`, or when `signal` aborts. */
  change(signal: AbortSignal, milliseconds?: number): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const wake = () => {
        this.#waiting.delete(wake);
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = milliseconds === undefined ? undefined : setTimeout(wake, milliseconds);
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}

function defaultDirection(fault: Fault): Direction | undefined {
  const oneWay =
    fault.kind === 'garbage' || (fault.kind === 'reset' && fault.afterBytes !== undefined);
  return oneWay ? 'response' : undefined;
}
