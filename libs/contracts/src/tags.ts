import { z } from 'zod';
import { ResourceRef } from './common.js';
import { clusterNotFound, tagNotFound } from './errors.js';
import { rpc, seconds } from './rpc.js';

export const Tags = z.record(z.string(), z.string());

export const listAllTags = rpc({
  subject: 'slipway.v1.cluster-api.tags.list-all',
  input: z.strictObject({}),
  output: z.object({ result: z.record(z.string(), Tags).describe('By cluster name.') }),
  deadline: seconds(5),
  errors: [],
});

export const listClusterTags = rpc({
  subject: 'slipway.v1.cluster-api.tags.list',
  input: z.strictObject({ cluster: ResourceRef }),
  output: z.object({ result: Tags }),
  deadline: seconds(5),
  errors: [clusterNotFound],
});

export const getClusterTag = rpc({
  subject: 'slipway.v1.cluster-api.tags.get',
  input: z.strictObject({ cluster: ResourceRef, tag: z.string().min(1) }),
  output: z.object({ value: z.string() }),
  deadline: seconds(5),
  errors: [clusterNotFound, tagNotFound],
});
