import { hidden, isSecretKey, scrub } from './scrub.js';

/** A log line stays readable and bounded whatever is handed to it. */
const deepest = 8;
const mostValues = 1_000;

interface Walk {
  left: number;
  readonly above: Set<object>;
}

/**
 * Fields as plain JSON values that are safe to write down: what is named like a secret is hidden at
 * any depth, errors keep name, message, stack and cause alone (clients hang headers and bodies on
 * them), cycles and excess are cut.
 */
export function printable(fields: Record<string, unknown>): Record<string, unknown> {
  return entriesOf(fields, { left: mostValues, above: new Set() });
}

function valueOf(value: unknown, walk: Walk): unknown {
  switch (typeof value) {
    case 'string':
      return scrub(value);
    case 'bigint':
      return value.toString();
    case 'function':
    case 'symbol':
      return undefined;
    case 'object':
      return value === null ? null : objectOf(value, walk);
    default:
      return value;
  }
}

function objectOf(value: object, walk: Walk): unknown {
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString();
  if (value instanceof URL) return scrub(value.href);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (walk.above.has(value)) return '[circular]';
  if (walk.above.size >= deepest) return '[deeper]';
  walk.above.add(value);
  try {
    if (value instanceof Error) return errorOf(value, walk);
    return Array.isArray(value) ? itemsOf(value, walk) : entriesOf(value, walk);
  } finally {
    walk.above.delete(value);
  }
}

function errorOf(error: Error, walk: Walk): Record<string, unknown> {
  return {
    name: valueOf(error.name, walk),
    message: valueOf(error.message, walk),
    stack: valueOf(error.stack, walk),
    ...(error.cause === undefined ? {} : { cause: valueOf(error.cause, walk) }),
    // A refused connection to a name with two addresses says why only here.
    ...(error instanceof AggregateError ? { errors: valueOf(error.errors, walk) } : {}),
  };
}

function itemsOf(items: readonly unknown[], walk: Walk): unknown[] {
  const printed: unknown[] = [];
  for (const [index, item] of items.entries()) {
    if (walk.left-- <= 0) return [...printed, `[${items.length - index} more]`];
    // Raw headers stand as name, value, name, value.
    const name = items[index - 1];
    const isNamedSecret = typeof name === 'string' && isSecretKey(name);
    printed.push(isNamedSecret ? hidden : valueOf(item, walk));
  }
  return printed;
}

function entriesOf(value: object, walk: Walk): Record<string, unknown> {
  const printed: Record<string, unknown> = {};
  const keys = Object.keys(value);
  for (let index = 0; index < keys.length; index++) {
    if (walk.left-- <= 0) return { ...printed, '…': `[${keys.length - index} more]` };
    const key = keys[index]!;
    printed[key] = isSecretKey(key)
      ? hidden
      : valueOf((value as Record<string, unknown>)[key], walk);
  }
  return printed;
}
