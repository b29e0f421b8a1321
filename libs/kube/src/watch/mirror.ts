import type { Logger } from '@slipway/service';
import type { ProjectedStore } from '../store/index.js';
import { nameOf } from './watch-event.js';

export interface Identity {
  /** The object's name: a reflector watches one namespace, or a kind that has none. */
  readonly key: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** Told in order, after the store has changed; must not be async: nothing would wait for it. */
export interface ReflectorHandler<T> {
  /** The first list is in the store. Its objects are state, not news: nothing else is told of them. */
  onSeeded?(): void;
  onUpserted?(next: T, previous: T | undefined): void;
  onDeleted?(last: T): void;
}

export interface Projection<T> {
  /** Parses and shrinks one raw object; undefined, or a throw, when it can't be read. */
  readonly project: (raw: unknown) => T | undefined;
  readonly identity: (item: T) => Identity;
}

export interface MirrorOptions<T> extends Projection<T> {
  readonly store: Pick<ProjectedStore<T>, 'get' | 'put' | 'remove' | 'values'>;
  readonly handler?: ReflectorHandler<T> | undefined;
  readonly logger: Logger;
}

/**
 * Keeps a store equal to what the server says and tells a handler each difference once. Raw objects
 * are projected at this door and not kept.
 */
export class Mirror<T> {
  readonly #unreadable = new Set<string>();
  #seeded = false;

  constructor(private readonly options: MirrorOptions<T>) {}

  get seeded(): boolean {
    return this.#seeded;
  }

  /** How many objects can't be read now; they count as absent. */
  get unreadable(): number {
    return this.#unreadable.size;
  }

  /** Projects one object of a list or event; logs an unreadable one once, by name. */
  read(raw: unknown): T | undefined {
    const { item, because } = this.#project(raw);
    const name = nameOf(raw);
    if (item !== undefined) {
      this.#unreadable.delete(name);
    } else if (!this.#unreadable.has(name)) {
      this.#unreadable.add(name);
      this.options.logger.warn({ name, because }, 'object is unreadable and counts as absent');
    }
    return item;
  }

  /** A same name with another uid is another object: deleted, then created (F8). */
  upsert(next: T): void {
    const { identity, store, handler } = this.options;
    const { key, uid, resourceVersion } = identity(next);
    const known = store.get(key);
    const before = known === undefined ? undefined : identity(known);
    if (known !== undefined && before?.uid !== uid) {
      this.#delete(key, known);
    } else if (before?.resourceVersion === resourceVersion) {
      return;
    }
    store.put(next);
    this.#tell(() => handler?.onUpserted?.(next, before?.uid === uid ? known : undefined));
  }

  /** Deletes what is known under the key; with a uid, only that incarnation. */
  remove(key: string, uid?: string): void {
    this.#unreadable.delete(key);
    const known = this.options.store.get(key);
    if (known === undefined) return;
    if (uid && this.options.identity(known).uid !== uid) return;
    this.#delete(key, known);
  }

  /** An unreadable object: what was known of it is no longer true. */
  forget(name: string): void {
    const known = this.options.store.get(name);
    if (known !== undefined) this.#delete(name, known);
  }

  /** The whole list. The first one is taken silently; later ones are told as differences. */
  replace(listed: ReadonlyMap<string, T>, names: ReadonlySet<string>): void {
    for (const name of this.#unreadable) if (!names.has(name)) this.#unreadable.delete(name);
    const { store, identity, handler } = this.options;
    if (!this.#seeded) {
      for (const item of listed.values()) store.put(item);
      this.#seeded = true;
      return this.#tell(() => handler?.onSeeded?.());
    }
    for (const known of [...store.values()]) {
      const { key } = identity(known);
      if (!listed.has(key)) this.#delete(key, known);
    }
    for (const item of listed.values()) this.upsert(item);
  }

  #delete(key: string, known: T): void {
    this.options.store.remove(key);
    this.#tell(() => this.options.handler?.onDeleted?.(known));
  }

  #project(raw: unknown): { item?: T | undefined; because?: string } {
    try {
      return { item: this.options.project(raw), because: 'it lacks required fields' };
    } catch (error) {
      return { because: String(error).slice(0, 200) };
    }
  }

  /** A handler's fault is its own: it must not end the watch of everybody else. */
  #tell(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.options.logger.error({ error }, 'a handler of watch events has thrown');
    }
  }
}
