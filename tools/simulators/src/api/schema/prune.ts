import { isTree, own, type Tree } from '../kube-object.js';
import { type Schema } from './schema.js';

export interface Pruned {
  readonly value: unknown;
  /** Paths that the schema does not name, in the form `spec.containers[0].colour`. */
  readonly unknown: readonly string[];
}

/** A copy without unknown fields and nulls, with the schema's defaults filled in. */
export function prune(schema: Schema, value: unknown): Pruned {
  const unknown: string[] = [];
  return { value: copy(schema, value, '', unknown), unknown };
}

function copy(schema: Schema, value: unknown, field: string, unknown: string[]): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items
      ? value.map((item, index) => copy(items, item, `${field}[${index}]`, unknown))
      : structuredClone(value);
  }
  if (!isTree(value)) return value;
  if (schema.type !== 'object') return structuredClone(value);
  const result: Tree = {};
  for (const [name, child] of Object.entries(value)) {
    const here = field ? `${field}.${name}` : name;
    const rule = own(schema.properties, name) ?? schema.values;
    if (rule) {
      // A null means "absent" wherever the field is not nullable, and none of ours is.
      if (child !== null) result[name] = copy(rule, child, here, unknown);
    } else if (schema.open) result[name] = structuredClone(child);
    else unknown.push(here);
  }
  for (const [name, rule] of Object.entries(schema.properties ?? {}))
    if (rule.default !== undefined && result[name] === undefined)
      result[name] = structuredClone(rule.default);
  return result;
}
