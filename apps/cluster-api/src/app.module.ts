import { type Catalogue } from '@slipway/capi';
import { type WorkloadConnections } from '@slipway/kube';
import { type Logger } from '@slipway/service';
import { type DynamicModule, Module } from '@nestjs/common';
import { ClusterManager, ClustersHandlers } from './clusters/index.js';
import { ConfigHandlers } from './config/index.js';
import {
  ClusterClient,
  MachineClient,
  type ManagementCache,
  SecretClient,
} from './management/index.js';
import { NodeManager, NodesHandlers } from './nodes/index.js';
import * as ports from './ports.js';
import { TagsHandlers } from './tags/index.js';
import { LOGGER } from './tokens.js';
import { VersionsHandlers } from './versions/index.js';
import { VolumesHandlers } from './volumes/index.js';
import { WorkloadClient, WorkloadReads } from './workload/index.js';

export interface ClusterApiParts {
  readonly cache: ManagementCache;
  readonly connections: WorkloadConnections;
  readonly catalogue: Catalogue;
  readonly namespace: string;
  readonly logger: Logger;
}

/** What needs the cache; joins the bus once that is filled. */
export const cachedHandlers = [
  ClustersHandlers,
  NodesHandlers,
  VolumesHandlers,
  TagsHandlers,
  ConfigHandlers,
];

/** Binds the ports to their adapters. */
@Module({})
export class AppModule {
  static with({
    cache,
    connections,
    catalogue,
    namespace,
    logger,
  }: ClusterApiParts): DynamicModule {
    const secrets = new SecretClient(cache, namespace);
    const workload = new WorkloadClient(
      connections,
      (cluster, signal) => secrets.read(cluster, signal),
      logger,
    );
    return {
      module: AppModule,
      providers: [
        { provide: LOGGER, useValue: logger },
        {
          provide: ports.FOR_MANAGING_CLUSTER_RESOURCES,
          useValue: new ClusterClient(cache.clusters),
        },
        {
          provide: ports.FOR_MANAGING_CLUSTER_MACHINES,
          useValue: new MachineClient(cache.machines),
        },
        { provide: ports.FOR_MANAGING_WORKLOAD_RESOURCES, useValue: workload },
        { provide: ports.FOR_GETTING_CLUSTER_CONFIG, useValue: secrets },
        { provide: ports.FOR_MANAGING_VERSIONS, useValue: catalogue },
        { provide: ports.FOR_MANAGING_CLUSTERS, useClass: ClusterManager },
        { provide: ports.FOR_MANAGING_NODES, useClass: NodeManager },
        WorkloadReads,
        ...cachedHandlers,
        VersionsHandlers,
      ],
    };
  }
}
