import { type ObjectWritten } from '@slipway/contracts';
import { type Clock, withDeadline } from '@slipway/service';

/** What a cache knows of an object. */
export interface Cached {
  readonly uid: string;
  readonly resourceVersion: string;
}

export interface FreshnessOptions {
  /** The object as cached now. */
  readonly cached: (kind: ObjectWritten['kind'], name: string) => Cached | undefined;
  readonly clock: Clock;
  /** Milliseconds after which reads go on with what there is. */
  readonly patience: number;
}

interface Awaited {
  readonly written: ObjectWritten;
  readonly arrived: Promise<void>;
  readonly arrive: () => void;
}

/**
 * Read after write across replicas: what any of them has written is waited for before it is read from the
 * cache here. A cache that lags for longer than the patience is read as it is, and says itself when it is stale.
 */
export class Freshness {
  readonly #awaited = new Map<string, Awaited>();

  constructor(private readonly options: FreshnessOptions) {}

  /** How many objects are waited for: a leak shows here. */
  get waiting(): number {
    return this.#awaited.size;
  }

  /** A replica, perhaps this one, has written an object. */
  written(written: ObjectWritten): void {
    const key = keyOf(written);
    const before = this.#awaited.get(key);
    before?.arrive();
    this.#awaited.delete(key);
    if (this.#has(written)) return;
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const cancel = this.options.clock.after(this.options.patience, () => this.#drop(key, arrive));
    const awaited: Awaited = { written, arrived, arrive: () => (cancel(), arrive()) };
    this.#awaited.set(key, awaited);
  }

  /** The cache has changed this object. */
  cached(kind: ObjectWritten['kind'], name: string): void {
    const key = keyOf({ kind, name });
    const awaited = this.#awaited.get(key);
    if (!awaited || !this.#has(awaited.written)) return;
    this.#awaited.delete(key);
    awaited.arrive();
  }

  /** Resolves once the cache has all that is known by now to be written; rejects with the signal's reason. */
  async caughtUp(signal: AbortSignal): Promise<void> {
    if (this.#awaited.size === 0) return;
    const all = [...this.#awaited.values()].map(({ arrived }) => arrived);
    // Each has its own end.
    const wait = { within: Infinity, because: 'the cache to have what was written', signal };
    await withDeadline(this.options.clock, wait, () => Promise.all(all));
  }

  #drop(key: string, arrive: () => void): void {
    this.#awaited.delete(key);
    arrive();
  }

  #has({ kind, name, uid, resourceVersion }: ObjectWritten): boolean {
    const cached = this.options.cached(kind, name);
    if (resourceVersion === '') return cached?.uid !== uid;
    return cached !== undefined && isAtLeast(cached.resourceVersion, resourceVersion);
  }
}

/** Versions are ordered where both are numbers, which Kubernetes promises since 1.35; else only equality tells. */
function isAtLeast(version: string, wanted: string): boolean {
  if (version === wanted) return true;
  const digits = /^\d+$/;
  return digits.test(version) && digits.test(wanted) && BigInt(version) >= BigInt(wanted);
}

const keyOf = ({ kind, name }: Pick<ObjectWritten, 'kind' | 'name'>): string => `${kind} ${name}`;
