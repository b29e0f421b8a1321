const shortest = 100;
const longest = 2000;

/**
 * How long to wait before the next attempt to connect: doubling from 0.1 s up to 2 s, each with up to
 * half more or less by chance, so that all services don't return in one wave. The client library asks
 * for the delay several times an attempt, hence the count stands apart from the question.
 */
export class Pace {
  #attempts = 0;
  #delay = 0;

  constructor(private readonly random: () => number = Math.random) {
    this.reset();
  }

  get attempts(): number {
    return this.#attempts;
  }

  get delayMilliseconds(): number {
    return this.#delay;
  }

  attempt(): void {
    const base = Math.min(longest, shortest * 2 ** this.#attempts++);
    this.#delay = base * (0.5 + this.random());
  }

  reset(): void {
    this.#attempts = 0;
    this.#delay = shortest * (0.5 + this.random());
  }
}
