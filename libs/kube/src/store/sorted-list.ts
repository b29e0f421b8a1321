/**
 * Items in the order of their keys, kept in one array by binary search: a Set or a Map per group would
 * cost more than the objects it indexes.
 */
export class SortedList<T> {
  readonly #items: T[];

  constructor(
    private readonly keyOf: (item: T) => string,
    first?: T,
  ) {
    this.#items = first === undefined ? [] : [first];
  }

  /** Live: read it before the next await, or copy it. */
  get items(): readonly T[] {
    return this.#items;
  }

  get(key: string): T | undefined {
    const { at, found } = this.#find(key);
    return found ? this.#items[at] : undefined;
  }

  /** Adds the item, in the place of one with the same key if there is one. */
  put(item: T): void {
    const { at, found } = this.#find(this.keyOf(item));
    if (found) this.#items[at] = item;
    else this.#items.splice(at, 0, item);
  }

  remove(key: string): void {
    const { at, found } = this.#find(key);
    if (found) this.#items.splice(at, 1);
  }

  #find(key: string): { at: number; found: boolean } {
    let low = 0;
    let high = this.#items.length;
    // Lists arrive sorted, so most new items belong at the end.
    if (high > 0 && this.keyOf(this.#items[high - 1]!) < key) return { at: high, found: false };
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.keyOf(this.#items[middle]!) < key) low = middle + 1;
      else high = middle;
    }
    const hit = this.#items[low];
    return { at: low, found: hit !== undefined && this.keyOf(hit) === key };
  }
}
