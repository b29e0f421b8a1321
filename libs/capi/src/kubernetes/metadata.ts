import { z } from 'zod';
import { part } from './part.js';

const Timestamp = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/);

/** What every object of an API server carries, as far as it is read here. */
export const Metadata = z.object({
  name: z.string().min(1),
  uid: z.string().min(1),
  resourceVersion: z.string().min(1),
  generation: part(z.int()),
  creationTimestamp: Timestamp,
  deletionTimestamp: part(z.string()),
  labels: part(z.record(z.string(), z.string())),
  annotations: part(z.record(z.string(), z.string())),
});
