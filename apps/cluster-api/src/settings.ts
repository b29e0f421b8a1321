import { ResourceIds } from '@slipway/capi';
import {
  defineSettings,
  kubernetesSettings,
  natsSettings,
  operationsSettings,
  publicServerSettings,
  type Values,
  withoutEffect,
} from '@slipway/service';
import { z } from 'zod';

export const settings = defineSettings(
  {
    ...kubernetesSettings,
    versionsFile: {
      flag: '--versions-file',
      env: 'SLIPWAY_VERSIONS_FILE',
      schema: z.string().optional(),
      description: 'JSON file with the Kubernetes releases on offer, instead of the built-in ones',
    },
    idNamespace: {
      env: 'SLIPWAY_ID_NAMESPACE',
      schema: z.uuid('must be a UUID').optional(),
      description: 'UUID namespace of all ids; keeps the ids of a service that is replaced',
    },
    clusterIdTemplate: {
      env: 'SLIPWAY_CLUSTER_ID_TEMPLATE',
      schema: z.string().optional(),
      description: 'what a cluster id is derived from (default "{cluster}")',
    },
    nodeIdTemplate: {
      env: 'SLIPWAY_NODE_ID_TEMPLATE',
      schema: z.string().optional(),
      description: 'what a node id is derived from (default "{cluster}/{machine}")',
    },
    workloadDeadline: {
      env: 'SLIPWAY_WORKLOAD_DEADLINE_MS',
      schema: z.int('must be a whole number of milliseconds').min(100).max(9_000),
      default: 5_000,
      description: 'milliseconds for reading one workload cluster',
    },
    ...withoutEffect(publicServerSettings, 'api-gateway listens for HTTP'),
    ...natsSettings,
    ...operationsSettings({ port: 9091 }),
  },
  [
    ({ idNamespace, clusterIdTemplate, nodeIdTemplate }) => {
      try {
        new ResourceIds({
          namespace: idNamespace,
          clusterTemplate: clusterIdTemplate,
          nodeTemplate: nodeIdTemplate,
        });
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    },
  ],
);

export type ClusterApiSettings = Values<typeof settings.table>;
