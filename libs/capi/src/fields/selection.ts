/** Selected names with what is selected beneath them; `whole` takes everything from there on. */
export type FieldTree = Map<string, FieldTree | 'whole'>;

/** What a client asked for with `fields`. */
export class Selection {
  static readonly all = new Selection(undefined);

  /** Undefined selects everything, an empty tree nothing. */
  constructor(readonly tree: FieldTree | undefined) {}

  /** Whether the field, or something beneath it, is selected: only then it need be computed. */
  has(field: string): boolean {
    return this.tree === undefined || this.tree.has(field);
  }

  hasAny(fields: readonly string[]): boolean {
    return fields.some((field) => this.has(field));
  }
}

/** An object of which any part, at any depth, may be missing; a map stays a map with fewer keys. */
export type Selected<T> = T extends readonly (infer Item)[]
  ? Selected<Item>[]
  : T extends object
    ? string extends keyof T
      ? T
      : { [Key in keyof T]?: Selected<T[Key]> | undefined }
    : T;

/**
 * The selected part of an object, with the object's own order of keys; the object itself when all is
 * selected. A selected parent stays, as `{}` when nothing beneath it is there.
 */
export function pick<T extends object>(selection: Selection, object: T): Selected<T> {
  const { tree } = selection;
  return (tree === undefined ? object : pruned(object, tree)) as Selected<T>;
}

function pruned(value: unknown, tree: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => pruned(item, tree));
  if (typeof value !== 'object' || value === null) return value;
  const kept: [string, unknown][] = [];
  for (const [key, part] of Object.entries(value)) {
    const beneath = tree.get(key);
    if (beneath !== undefined) kept.push([key, beneath === 'whole' ? part : pruned(part, beneath)]);
  }
  return Object.fromEntries(kept);
}
