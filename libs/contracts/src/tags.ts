import { z } from 'zod';
import { changedMeanwhile, kubernetesRefused } from './change-errors.js';
import { Done } from './cluster-changes.js';
import { ResourceRef } from './common.js';
import { clusterNotFound, tagNotFound, validationFailed } from './errors.js';
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

export const ClusterTagParams = z
  .strictObject({ value: z.string().optional().describe('May be empty.') })
  .meta({ struct: 'ClusterTagParams' });

export const setClusterTag = rpc({
  subject: 'slipway.v1.cluster-api.tags.set',
  input: z.strictObject({
    cluster: ResourceRef,
    tag: z.string().min(1),
    params: ClusterTagParams,
  }),
  output: Done,
  deadline: seconds(30),
  errors: [clusterNotFound, validationFailed, changedMeanwhile, kubernetesRefused],
});

export const deleteClusterTag = rpc({
  subject: 'slipway.v1.cluster-api.tags.delete',
  input: z.strictObject({ cluster: ResourceRef, tag: z.string().min(1) }),
  output: Done,
  deadline: seconds(30),
  errors: [clusterNotFound, tagNotFound, validationFailed, changedMeanwhile, kubernetesRefused],
});
