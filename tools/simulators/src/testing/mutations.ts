import { isTree, type KubeObject } from '../api/index.js';

export interface Mutation {
  /** What was done and where: `spec.replicas = "text"`. */
  readonly name: string;
  readonly object: KubeObject;
  /** A field that no schema knows. */
  readonly unknown: boolean;
}

/** Values at the edge of a field's type and beyond it; empty ones are what the v1beta2 API refuses. */
function wrongFor(value: unknown): readonly unknown[] {
  const items = value as unknown[];
  if (Array.isArray(value)) return [[], [...items, ...items], 'x'];
  if (isTree(value)) return [{}, 'x'];
  if (typeof value === 'number') return [-1, 2 ** 40, 'x'];
  return typeof value === 'string' ? ['', 'wrong value!', 5] : ['x'];
}

/**
 * Variants of an object, each broken in one place below `root`: every field with wrong values and
 * without, every object with an unknown field.
 */
export function mutations(object: KubeObject, root: 'spec' | 'status'): Mutation[] {
  const found: Mutation[] = [];
  const add = (name: string, unknown: boolean, change: (copy: KubeObject) => void) => {
    const copy = structuredClone(object);
    change(copy);
    found.push({ name: `${object.kind} ${name}`, object: copy, unknown });
  };
  for (const path of pathsOf(object[root], [root])) {
    const where = path.join('.');
    if (isTree(read(object, path)))
      add(`${where}.bogus`, true, (copy) => write(copy, [...path, 'bogus'], 1));
    if (path.length === 1) continue;
    add(`without ${where}`, false, (copy) => write(copy, path, undefined));
    for (const value of wrongFor(read(object, path)))
      add(`${where} = ${JSON.stringify(value).slice(0, 40)}`, false, (copy) =>
        write(copy, path, value),
      );
  }
  return found;
}

type Path = readonly (string | number)[];

function* pathsOf(value: unknown, path: Path): Generator<Path> {
  yield path;
  // All items of a list obey one schema, the first stands for them.
  if (Array.isArray(value)) yield* value.length > 0 ? pathsOf(value[0], [...path, 0]) : [];
  else if (isTree(value))
    for (const [name, child] of Object.entries(value)) yield* pathsOf(child, [...path, name]);
}

const read = (object: unknown, path: Path): unknown =>
  path.reduce<unknown>((here, key) => (here as Record<string | number, unknown>)[key], object);

function write(object: KubeObject, path: Path, value: unknown): void {
  const holder = read(object, path.slice(0, -1)) as Record<string | number, unknown>;
  holder[path.at(-1) ?? ''] = value;
}
