import {
  type Clock,
  linked,
  type Logger,
  sleep,
  systemClock,
  withDeadline,
} from '@slipway/service';
import { pages } from '../list/index.js';
import type { KubeRest, Query } from '../rest/index.js';
import { Backoff } from './backoff.js';
import { Course, frozen, type Step } from './course.js';
import { jsonLines } from './json-lines.js';
import { Mirror, type MirrorOptions } from './mirror.js';
import { nameOf, type WatchEvent, watchEvent } from './watch-event.js';

export interface ReflectorTiming {
  /** Seconds that one watch may last at the server; each takes a random whole value of this range. */
  readonly watchSeconds: readonly [least: number, most: number];
  /** Milliseconds past a watch's own end after which it counts as frozen. */
  readonly grace: number;
  /** Milliseconds for a whole list, all pages. */
  readonly list: number;
  /** Milliseconds: a watch that ends sooner, without an event, is suspect. */
  readonly short: number;
}

export interface ReflectorOptions<T> extends MirrorOptions<T> {
  readonly rest: Pick<KubeRest, 'read' | 'watch'>;
  /** The collection: `resourcePath({ … }, { namespace })`. */
  readonly path: string;
  readonly query?: Query | undefined;
  /** Objects per page of a list. */
  readonly limit?: number | undefined;
  readonly clock?: Clock;
  readonly timing?: Partial<ReflectorTiming>;
  readonly backoff?: Backoff;
  /** 0 ≤ n < 1; for tests. */
  readonly random?: () => number;
}

export interface ReflectorStats {
  /** The first list is complete; reads can be answered. */
  readonly synced: boolean;
  /** Lists after the first. */
  readonly relists: number;
  /** Watches after the first, planned ends included. */
  readonly restarts: number;
  /** Objects that can't be read now. */
  readonly unreadable: number;
  /** Why the last list failed, while no list has succeeded since. */
  readonly trouble: string | undefined;
  /** The clock's monotonic milliseconds at the last word from the server; undefined before any. */
  readonly lastContact: number | undefined;
}

const defaults: ReflectorTiming = {
  watchSeconds: [25, 35],
  grace: 5_000,
  list: 120_000,
  short: 1_000,
};

/**
 * Keeps a store in step with one collection: lists it, then watches on from the list's version, one
 * watch at a time, until the signal of `run` aborts. Nothing else ends it.
 */
export class Reflector<T> {
  readonly #mirror: Mirror<T>;
  readonly #clock: Clock;
  readonly #timing: ReflectorTiming;
  readonly #backoff: Backoff;
  readonly #course: Course;
  readonly #logger: Logger;
  #lists = 0;
  #watches = 0;
  #lastContact: number | undefined;
  #trouble: string | undefined;

  constructor(private readonly options: ReflectorOptions<T>) {
    this.#logger = options.logger.child({ collection: options.path });
    this.#mirror = new Mirror({ ...options, logger: this.#logger });
    this.#clock = options.clock ?? systemClock;
    this.#timing = { ...defaults, ...options.timing };
    this.#backoff = options.backoff ?? new Backoff();
    this.#course = new Course(this.#backoff, this.#timing.short);
  }

  get stats(): ReflectorStats {
    return {
      synced: this.#mirror.seeded,
      relists: Math.max(0, this.#lists - 1),
      restarts: Math.max(0, this.#watches - 1),
      unreadable: this.#mirror.unreadable,
      trouble: this.#trouble,
      lastContact: this.#lastContact,
    };
  }

  /** Resolves once the signal has aborted and no request is left. To be called once. */
  async run(signal: AbortSignal): Promise<void> {
    let version: string | undefined;
    while (!signal.aborted) {
      const step = await this.#next(version, signal).catch((error: unknown) => {
        if (!signal.aborted) this.#logger.error({ error }, 'list and watch failed unforeseen');
        return { pause: true } as Step;
      });
      if (signal.aborted) return;
      if (step.because) this.#logger.warn({ because: step.because }, consequence(step));
      if (step.pause) await this.#pause(signal);
      version = step.version;
    }
  }

  #next(version: string | undefined, signal: AbortSignal): Promise<Step> {
    return version === undefined ? this.#list(signal) : this.#watch(version, signal);
  }

  /** Ends early, and in peace, when the signal aborts: the loop looks at it next. */
  async #pause(signal: AbortSignal): Promise<void> {
    await sleep(this.#clock, this.#backoff.next(), signal).catch(() => undefined);
  }

  async #list(owner: AbortSignal): Promise<Step> {
    const wait = { within: this.#timing.list, because: 'the list to end', signal: owner };
    try {
      const version = await withDeadline(this.#clock, wait, (signal) => this.#replace(signal));
      this.#lists += 1;
      this.#trouble = undefined;
      return this.#course.listed(version);
    } catch (error) {
      this.#trouble = error instanceof Error ? error.message : String(error);
      return { pause: true, because: String(error) };
    }
  }

  /** All or nothing: a list that fails on a later page changes nothing. */
  async #replace(signal: AbortSignal): Promise<string> {
    const { rest, path, query, limit } = this.options;
    const listed = new Map<string, T>();
    const names = new Set<string>();
    let version = '';
    for await (const page of pages({ rest, path, query, limit, signal })) {
      this.#heard();
      if (page.first) {
        listed.clear();
        names.clear();
      }
      version = page.resourceVersion;
      for (const raw of page.items) {
        names.add(nameOf(raw));
        const item = this.#mirror.read(raw);
        if (item !== undefined) listed.set(this.options.identity(item).key, item);
      }
    }
    // After the deadline, or a stop, the store must not change any more.
    signal.throwIfAborted();
    this.#mirror.replace(listed, names);
    return version;
  }

  async #watch(from: string, owner: AbortSignal): Promise<Step> {
    const { rest, path, query } = this.options;
    const timeoutSeconds = this.#lifetime();
    const link = linked(owner);
    // A real server sends no bookmark for the first minute, so a frozen watch looks like a quiet one:
    // only the end that it owes us tells them apart (F7).
    const ownEnd = timeoutSeconds * 1000 + this.#timing.grace;
    const cancel = this.#clock.after(ownEnd, () => link.abort(frozen));
    const position = { watch: 1, resourceVersion: from, allowWatchBookmarks: true, timeoutSeconds };
    let version = from;
    let events = 0;
    let openedAt: number | undefined;
    const watched = () => {
      const lasted = openedAt === undefined ? undefined : this.#clock.monotonic() - openedAt;
      return { version, events, lasted };
    };
    this.#watches += 1;
    try {
      const bytes = await rest.watch(path, {
        query: { ...query, ...position },
        signal: link.signal,
      });
      openedAt = this.#heard();
      for await (const line of jsonLines(bytes)) {
        const event = watchEvent(line);
        this.#apply(event);
        version = event.resourceVersion;
        if (events++ === 0) this.#course.works();
      }
      this.#heard();
      return this.#course.ended(watched());
    } catch (error) {
      return this.#course.failed(error, watched());
    } finally {
      cancel();
      link.dispose();
    }
  }

  #apply({ type, name, uid, object }: WatchEvent): void {
    this.#heard();
    if (type === 'BOOKMARK') return;
    if (type === 'DELETED') return this.#mirror.remove(name, uid);
    const item = this.#mirror.read(object);
    if (item === undefined) this.#mirror.forget(name);
    else this.#mirror.upsert(item);
  }

  #heard(): number {
    return (this.#lastContact = this.#clock.monotonic());
  }

  #lifetime(): number {
    const [least, most] = this.#timing.watchSeconds;
    return least + Math.floor((this.options.random ?? Math.random)() * (most - least + 1));
  }
}

const consequence = ({ version }: Step): string =>
  version === undefined ? 'listing again' : 'watching on from the last version';
