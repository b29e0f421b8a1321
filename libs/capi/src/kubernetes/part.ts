import { type z } from 'zod';

/**
 * An optional part of an object as the API server sends it: undefined when it is missing, null or of
 * another shape, so that one bad part hides itself and not the whole object.
 */
export const part = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
