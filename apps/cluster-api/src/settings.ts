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

const watchRule = 'must be two whole numbers of seconds, 1 to 600, the smaller first: 25-35';
/** A watch's least and most seconds. Text, since one setting is one variable. */
const watchSeconds = z
  .string(watchRule)
  .regex(/^\d{1,3}-\d{1,3}$/, watchRule)
  .transform((text) => text.split('-').map(Number) as [least: number, most: number])
  .refine(([least, most]) => least >= 1 && least <= most && most <= 600, watchRule);

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
    changeTimeout: {
      env: 'SLIPWAY_CHANGE_TIMEOUT_MS',
      schema: z.int('must be a whole number of milliseconds').min(100).max(30_000),
      default: 5_000,
      description: 'milliseconds for each call to Kubernetes that belongs to a change',
    },
    workloadChangeTimeout: {
      env: 'SLIPWAY_WORKLOAD_CHANGE_TIMEOUT_MS',
      schema: z.int('must be a whole number of milliseconds').min(100).max(60_000),
      default: 15_000,
      description: 'milliseconds for a cordon, or for one round of a drain',
    },
    watchSeconds: {
      env: 'SLIPWAY_WATCH_SECONDS',
      schema: watchSeconds,
      default: '25-35',
      description: 'how long one watch lasts: a random number of seconds of this range',
    },
    watchGrace: {
      env: 'SLIPWAY_WATCH_GRACE_MS',
      schema: z.int('must be a whole number of milliseconds').min(100).max(60_000),
      default: 5_000,
      description: 'milliseconds past its own end after which a watch counts as frozen',
    },
    pageLimit: {
      env: 'SLIPWAY_PAGE_LIMIT',
      schema: z.int('must be a whole number of objects').min(1).max(10_000),
      default: 500,
      description: 'objects per page when Clusters and Machines are listed',
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
