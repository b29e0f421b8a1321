import { z } from 'zod';

/** What holds a deletion up: the object that still has finalizers, and what Cluster API says of it. */
export const Deletion = z.object({
  since: z.string().describe('RFC 3339'),
  kind: z.string(),
  name: z.string(),
  finalizers: z.array(z.string()),
  reason: z.string().optional(),
  message: z.string().optional(),
});
export type Deletion = z.infer<typeof Deletion>;
