import { z } from 'zod';
import { rpc, seconds } from './rpc.js';

/** A minor version without `v` (`1.36`) and its releases (`1.36.9`), newest first. */
export const AvailableVersion = z.object({
  version: z.string().regex(/^\d+\.\d+$/),
  releases: z.array(z.string().regex(/^\d+\.\d+\.\d+$/)).min(1),
});
export type AvailableVersion = z.infer<typeof AvailableVersion>;

export const listVersions = rpc({
  subject: 'slipway.v1.cluster-api.versions.list',
  input: z.strictObject({}),
  output: z.array(AvailableVersion),
  deadline: seconds(5),
  errors: [],
});
