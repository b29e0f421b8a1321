/**
 * Readers for objects that arrive by ten thousands, where a schema costs several times the rest of the
 * work. Like `part` they never throw: what has another shape reads as missing.
 */
export type Fields = Readonly<Record<string, unknown>>;

const none: Fields = {};

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : none;
}

/** The text, or undefined when it is empty or none. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
