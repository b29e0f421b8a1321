import { z } from 'zod';

/**
 * A non-negative integer that stays exact beyond 2^53, where a JavaScript number can't. Up to there it
 * is a plain number; above it travels as `int:<digits>` between services, since JSON.parse would round
 * it, and leaves the platform as the plain JSON number that clients expect (`exactJson`).
 */
export const ExactInteger = z
  .union([z.int().min(0), z.string().regex(/^int:\d+$/)])
  .meta({ override: { type: 'integer', minimum: 0 } });
export type ExactInteger = z.infer<typeof ExactInteger>;

export function exactInteger(value: bigint): ExactInteger {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : `int:${value}`;
}

/**
 * JSON text with exact integers as plain numbers. A quoted `"int:…"` can only be ours: inside another
 * string its quotes would be escaped, and Kubernetes label values hold no colon.
 */
export function exactJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('"int:')
    ? text.replace(/"capacity_bytes":"int:(\d+)"/g, '"capacity_bytes":$1')
    : text;
}
