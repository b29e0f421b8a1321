import { SortedList } from './sorted-list.js';

export interface StoreIndexes<T> {
  /** The object's name within what is watched. */
  readonly keyOf: (item: T) => string;
  /** The UUID that the API gives it. */
  readonly idOf: (item: T) => string;
  /** The cluster it belongs to; absent when nobody asks by cluster. */
  readonly groupOf?: ((item: T) => string | undefined) | undefined;
}

const none: readonly never[] = [];

/**
 * Projections of one kind of object, found by id in O(1) and by key in O(log n), and listed as Kubernetes lists
 * them, by name. Lists are the store's own arrays: read them before the next await, or copy them.
 */
export class ProjectedStore<T> {
  readonly #byId = new Map<string, T>();
  readonly #groups = new Map<string, SortedList<T>>();
  readonly #sorted: SortedList<T>;

  constructor(private readonly indexes: StoreIndexes<T>) {
    this.#sorted = new SortedList(indexes.keyOf);
  }

  get size(): number {
    return this.#sorted.items.length;
  }

  get(key: string): T | undefined {
    return this.#sorted.get(key);
  }

  byId(id: string): T | undefined {
    return this.#byId.get(id);
  }

  /** All, by name. */
  values(): readonly T[] {
    return this.#sorted.items;
  }

  /** Those of one cluster, by name. */
  inGroup(group: string): readonly T[] {
    return this.#groups.get(group)?.items ?? none;
  }

  put(item: T): void {
    const { keyOf, idOf } = this.indexes;
    const previous = this.get(keyOf(item));
    if (previous !== undefined) {
      this.#ungroup(previous, item);
      this.#byId.delete(idOf(previous));
    }
    this.#byId.set(idOf(item), item);
    this.#sorted.put(item);
    this.#group(item);
  }

  remove(key: string): void {
    const item = this.get(key);
    if (item === undefined) return;
    this.#byId.delete(this.indexes.idOf(item));
    this.#sorted.remove(key);
    this.#ungroup(item);
  }

  #group(item: T): void {
    const group = this.indexes.groupOf?.(item);
    if (group === undefined) return;
    const members = this.#groups.get(group);
    if (members) members.put(item);
    else this.#groups.set(group, new SortedList(this.indexes.keyOf, item));
  }

  /** Takes the item out of its group, unless `next` takes its place there. */
  #ungroup(item: T, next?: T): void {
    const { groupOf, keyOf } = this.indexes;
    const group = groupOf?.(item);
    if (group === undefined || (next !== undefined && groupOf?.(next) === group)) return;
    const members = this.#groups.get(group);
    members?.remove(keyOf(item));
    if (members?.items.length === 0) this.#groups.delete(group);
  }
}
