import { z } from 'zod';

/** An API UUID (version 5), or else the resource's name: VMK Engine's own examples use both. */
export const ResourceRef = z.string().min(1);

/** Comma-separated JSON field names with dots for nesting; what it means stands in `@slipway/capi`. */
export const Fields = z
  .string()
  .optional()
  .describe(
    'Comma-separated field names, dots select nested fields. Absent, empty or * returns all; unknown names are ignored.',
  );

export const Replicas = z.int().min(0).max(2147483647);
