import { type z } from 'zod';

/** The names along a dotted path; undefined when the shape has no such path. */
export function splitPath(path: string, shape: z.core.$ZodType): string[] | undefined {
  const { def } = (shape as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return throughObject(path, def.shape);
    case 'record':
      return path === '' ? undefined : [path];
    case 'array':
      return splitPath(path, def.element);
    case 'union':
      return firstOf(def.options, (option) => splitPath(path, option));
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return splitPath(path, def.innerType);
    default:
      return undefined;
  }
}

function throughObject(path: string, shape: z.core.$ZodShape): string[] | undefined {
  const dot = path.indexOf('.');
  const name = dot < 0 ? path : path.slice(0, dot);
  // A name such as "constructor" must not find what every object inherits.
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
  if (field === undefined) return undefined;
  if (dot < 0) return [name];
  const rest = splitPath(path.slice(dot + 1), field);
  return rest && [name, ...rest];
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
