import { apiVersionOf, type Kind } from './kind.js';
import { without, type KubeObject } from './kube-object.js';

/** An object at one resourceVersion with its JSON text; neither is ever changed. */
export interface Stored {
  readonly object: KubeObject;
  readonly json: string;
}

export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly kind: Kind;
  readonly resourceVersion: number;
  /** For a deletion: the last state, under the resourceVersion of the deletion. */
  readonly now: Stored;
  readonly before?: Stored;
}

/** Objects of one kind by `namespace/name`, with the order of the real server's lists. */
class Shelf {
  readonly #objects = new Map<string, Stored>();
  #sorted: readonly Stored[] | undefined;

  get(key: string): Stored | undefined {
    return this.#objects.get(key);
  }

  set(key: string, stored: Stored): void {
    this.#objects.set(key, stored);
    this.#sorted = undefined;
  }

  delete(key: string): void {
    this.#objects.delete(key);
    this.#sorted = undefined;
  }

  all(): readonly Stored[] {
    return (this.#sorted ??= [...this.#objects]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, stored]) => stored));
  }
}

/**
 * The state of one API server: objects in memory under one growing resourceVersion, and a bounded
 * history of changes that watches replay.
 */
export class Store {
  readonly #shelves = new Map<Kind, Shelf>();
  readonly #listeners = new Set<(change: Change) => void>();
  #history: Change[] = [];
  /** Changes up to here are forgotten: a watch from before is too old (410). */
  #forgotten = 0;
  #resourceVersion = 1;

  constructor(private readonly historyLimit = 20_000) {}

  get resourceVersion(): number {
    return this.#resourceVersion;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  get(kind: Kind, namespace: string | undefined, name: string): Stored | undefined {
    return this.#shelf(kind).get(keyOf(namespace, name));
  }

  list(kind: Kind, namespace?: string): readonly Stored[] {
    const all = this.#shelf(kind).all();
    if (namespace === undefined) return all;
    return all.filter(({ object }) => object.metadata.namespace === namespace);
  }

  /** Writes what the caller has made valid; the object must not be changed afterwards. */
  write(kind: Kind, object: KubeObject): Stored {
    const key = keyOf(object.metadata.namespace, object.metadata.name);
    const before = this.#shelf(kind).get(key);
    const now = this.#next(kind, object);
    this.#shelf(kind).set(key, now);
    this.#announce({
      type: before ? 'MODIFIED' : 'ADDED',
      kind,
      now,
      resourceVersion: this.#resourceVersion,
      ...(before ? { before } : {}),
    });
    return now;
  }

  remove(kind: Kind, object: KubeObject): Stored {
    const key = keyOf(object.metadata.namespace, object.metadata.name);
    const before = this.#shelf(kind).get(key);
    const now = this.#next(kind, object);
    this.#shelf(kind).delete(key);
    const resourceVersion = this.#resourceVersion;
    this.#announce({ type: 'DELETED', kind, now, resourceVersion, ...(before ? { before } : {}) });
    return now;
  }

  /** All changes after a resourceVersion; undefined when some of them are forgotten. */
  since(resourceVersion: number): readonly Change[] | undefined {
    if (resourceVersion < this.#forgotten) return undefined;
    const seen = this.#history.findLastIndex((change) => change.resourceVersion <= resourceVersion);
    return this.#history.slice(seen + 1);
  }

  /** Forgets all changes so far, as etcd's compaction does. */
  compact(): void {
    this.#history = [];
    this.#forgotten = this.#resourceVersion;
  }

  /** Calls for every later change, in order; the returned function ends it. */
  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #shelf(kind: Kind): Shelf {
    let shelf = this.#shelves.get(kind);
    if (!shelf) this.#shelves.set(kind, (shelf = new Shelf()));
    return shelf;
  }

  #next(kind: Kind, object: KubeObject): Stored {
    this.#resourceVersion++;
    // Always the same first keys, so that a list can cut the type off an item's text.
    const next: KubeObject = {
      kind: kind.kind,
      apiVersion: apiVersionOf(kind),
      metadata: { ...object.metadata, resourceVersion: String(this.#resourceVersion) },
      ...without(object, 'kind', 'apiVersion', 'metadata'),
    };
    return { object: next, json: JSON.stringify(next) };
  }

  #announce(change: Change): void {
    this.#history.push(change);
    if (this.#history.length > this.historyLimit * 1.1) {
      const dropped = this.#history.splice(0, this.#history.length - this.historyLimit);
      this.#forgotten = dropped.at(-1)?.resourceVersion ?? this.#forgotten;
    }
    for (const listener of [...this.#listeners]) listener(change);
  }
}

const keyOf = (namespace: string | undefined, name: string): string =>
  namespace === undefined ? name : `${namespace}/${name}`;

/** A list item's text: lists of built-in kinds leave out the items' kind and apiVersion. */
export function itemJson(kind: Kind, { json }: Stored): string {
  if (kind.custom) return json;
  return `{${json.slice(`{"kind":"${kind.kind}","apiVersion":"${apiVersionOf(kind)}",`.length)}`;
}
