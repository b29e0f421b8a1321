import { decodingFailed } from '@slipway/contracts';
import { z } from 'zod';
import { jsonFault } from './json-fault.js';

/** A body of a request: a flat structure with a name, every field of it optional. */
export type BodySchema = z.ZodObject;

/**
 * A body from its bytes. No bytes and `null` are the empty body, a field that is `null` is a missing one;
 * bad JSON, a wrong type, an unknown field and an integer that overflows are refused in the words of VMK
 * Engine's decoder. What the values must be is judged by who owns the change.
 *
 * @throws decodingFailed
 */
export function decodeBody<S extends BodySchema>(
  bytes: Buffer | undefined,
  schema: S,
): z.output<S> {
  const text = bytes?.toString('utf8') ?? '';
  const value = /^[ \t\r\n]*$/.test(text) ? {} : (parsed(text) ?? {});
  const { struct } = schema.meta() as { struct: string };
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw wrong(`json: cannot unmarshal ${kindOf(value)} into Go value of type ${struct}`);
  }
  const fields = Object.entries(value).flatMap(([key, given]) => {
    const wanted = Object.hasOwn(schema.shape, key) ? typeOf(schema.shape[key]!) : undefined;
    if (!wanted) throw wrong(`json: unknown field ${JSON.stringify(key)}`);
    const place = `Go struct field ${struct}.${key}`;
    return given === null ? [] : [[key, decoded(given, wanted, { text, key, place })] as const];
  });
  return Object.fromEntries(fields) as z.output<S>;
}

type GoType = 'string' | 'int32' | 'bool' | 'map[string]string';
interface Where {
  readonly text: string;
  readonly key: string;
  readonly place: string;
}

/** The type that a message names for a field. */
function typeOf(field: z.core.$ZodType): GoType {
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
  if (inner instanceof z.ZodString) return 'string';
  if (inner instanceof z.ZodBoolean) return 'bool';
  if (inner instanceof z.ZodRecord) return 'map[string]string';
  return 'int32';
}

function decoded(given: unknown, wanted: GoType, where: Where): unknown {
  const mismatch = (kind = kindOf(given), type: string = wanted) =>
    wrong(`json: cannot unmarshal ${kind} into ${where.place} of type ${type}`);
  switch (wanted) {
    case 'string':
      if (typeof given !== 'string') throw mismatch();
      return wellFormed(given);
    case 'bool':
      if (typeof given !== 'boolean') throw mismatch();
      return given;
    case 'int32': {
      if (typeof given !== 'number') throw mismatch();
      const literal = literalOf(where);
      const integer = given | 0;
      // 1.0 and 1e2 are numbers that no integer field takes.
      if (integer !== given || /[.eE]/.test(literal)) throw mismatch(`number ${literal}`);
      return integer;
    }
    case 'map[string]string': {
      if (typeof given !== 'object' || given === null || Array.isArray(given)) throw mismatch();
      const bad = Object.values(given).find((each) => each !== null && typeof each !== 'string');
      if (bad !== undefined) throw mismatch(kindOf(bad), 'string');
      const entries = Object.entries(given as Record<string, string | null>);
      return Object.fromEntries(
        entries.map(([name, each]) => [wellFormed(name), wellFormed(each ?? '')]),
      );
    }
  }
}

/** The number as it was written; JSON.parse has rounded it. Of a repeated key the last counts. */
function literalOf({ text, key }: Where): string {
  const spelled = [...key].map((letter) => {
    const code = letter.charCodeAt(0).toString(16);
    return `(?:${letter}|\\\\u00(?:${code}|${code.toUpperCase()}))`;
  });
  const number = new RegExp(`"${spelled.join('')}"\\s*:\\s*(-?[\\d.eE+-]+)`, 'g');
  return [...text.matchAll(number)].at(-1)?.[1] ?? '';
}

/** Half a surrogate pair is no character: it becomes U+FFFD, as Kubernetes itself would make of it. */
const wellFormed = (text: string) => Buffer.from(text).toString();

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const fault = jsonFault(text);
    if (fault.at === 'end') throw wrong('unexpected EOF');
    const at = Buffer.byteLength(text.slice(0, fault.at));
    throw wrong(`invalid character ${JSON.stringify(fault.character)} at byte ${at}`);
  }
}

const wrong = (because: string) => decodingFailed({ because });

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
