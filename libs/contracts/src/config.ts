import { z } from 'zod';
import { ResourceRef } from './common.js';
import { clusterNotFound, kubeconfigUnavailable } from './errors.js';
import { rpc, seconds } from './rpc.js';

export const getClusterConfig = rpc({
  subject: 'slipway.v1.cluster-api.config.get',
  input: z.strictObject({ cluster: ResourceRef }),
  output: z.object({ kubeconfig: z.string() }),
  deadline: seconds(10),
  errors: [clusterNotFound, kubeconfigUnavailable],
});
