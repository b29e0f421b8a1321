export interface BackoffOptions {
  /** Milliseconds of the first pause, before jitter. */
  readonly first?: number;
  readonly longest?: number;
  /** 0 ≤ n < 1; for tests. */
  readonly random?: () => number;
}

/** Pauses that double up to a cap, each cut by up to half at random so that replicas spread out. */
export class Backoff {
  #failures = 0;
  readonly #first: number;
  readonly #longest: number;
  readonly #random: () => number;

  constructor({ first = 500, longest = 15_000, random = Math.random }: BackoffOptions = {}) {
    this.#first = first;
    this.#longest = longest;
    this.#random = random;
  }

  /** Milliseconds to pause after one more failure. */
  next(): number {
    const full = Math.min(this.#longest, this.#first * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 30);
    return full * (0.5 + this.#random() / 2);
  }

  reset(): void {
    this.#failures = 0;
  }
}
