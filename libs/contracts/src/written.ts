import { z } from 'zod';
import { notice } from './rpc.js';

/**
 * A replica of cluster-api has changed an object: the others hold reads of it until their caches have that
 * version, so that who reads after a write sees it whichever replica answers.
 */
export const objectWritten = notice({
  subject: 'slipway.v1.cluster-api.objects.written',
  payload: z.object({
    kind: z.enum(['Cluster', 'Machine']),
    name: z.string(),
    uid: z.string(),
    resourceVersion: z.string().describe('The version written; empty once the object is gone.'),
  }),
});
export type ObjectWritten = z.infer<typeof objectWritten.payload>;
