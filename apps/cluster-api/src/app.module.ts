import { type Catalogue, type ResourceIds } from '@slipway/capi';
import { type WorkloadConnections } from '@slipway/kube';
import { type Clock, type Logger } from '@slipway/service';
import { type DynamicModule, Module } from '@nestjs/common';
import {
  ChangesHandlers,
  ClusterChanges,
  ManagementObjects,
  MutationLocks,
  NodeChanges,
  TagChanges,
  type Written,
} from './changes/index.js';
import { ClusterManager, ClustersHandlers } from './clusters/index.js';
import { ConfigHandlers } from './config/index.js';
import {
  ClusterClient,
  MachineClient,
  type ManagementCache,
  SecretClient,
} from './management/index.js';
import {
  ClusterCreation,
  CreationDefaults,
  CreationHandlers,
  PlannedObjects,
} from './creation/index.js';
import { DrainHandlers, NodeDrain, NodeTargets, WorkloadNodes } from './drain/index.js';
import { NodeManager, NodesHandlers } from './nodes/index.js';
import * as ports from './ports.js';
import { TagsHandlers } from './tags/index.js';
import { LOGGER } from './tokens.js';
import { VersionsHandlers } from './versions/index.js';
import { VolumesHandlers } from './volumes/index.js';
import { type ReadKubeconfig, WorkloadClient, WorkloadReads } from './workload/index.js';

export interface ClusterApiParts {
  readonly cache: ManagementCache;
  readonly connections: WorkloadConnections;
  readonly catalogue: Catalogue;
  readonly ids: ResourceIds;
  readonly namespace: string;
  readonly logger: Logger;
  readonly clock: Clock;
  /** This process, as others read it in the reservations it takes. */
  readonly owner: string;
  /** Milliseconds for each call of a change. */
  readonly changeTimeout: number;
  /** Milliseconds for one operation on a workload cluster that changes it. */
  readonly workloadChangeTimeout: number;
  /** Hears of each management object that was written, before the writer is answered. */
  readonly onWritten: (written: Written) => void;
}

/** What needs the cache; joins the bus once that is filled. */
export const cachedHandlers = [
  ClustersHandlers,
  NodesHandlers,
  VolumesHandlers,
  TagsHandlers,
  ConfigHandlers,
  ChangesHandlers,
  CreationHandlers,
  DrainHandlers,
];

/** Binds the ports to their adapters. */
@Module({})
export class AppModule {
  static with({
    cache,
    connections,
    catalogue,
    ids,
    namespace,
    logger,
    clock,
    owner,
    changeTimeout: timeout,
    workloadChangeTimeout,
    onWritten,
  }: ClusterApiParts): DynamicModule {
    const objects = new ManagementObjects({ cache, namespace, timeout, onWritten });
    const secrets = new SecretClient(cache, namespace);
    const readKubeconfig: ReadKubeconfig = (cluster, signal) => secrets.read(cluster, signal);
    const workload = new WorkloadClient(connections, readKubeconfig, logger);
    const clusters = new ClusterClient(cache.clusters);
    const machines = new MachineClient(cache.machines);
    const drain = new NodeDrain({
      targets: new NodeTargets(clusters, machines, objects),
      workload: new WorkloadNodes({ connections, readKubeconfig, deadline: workloadChangeTimeout }),
      clock,
      logger,
    });
    const defaults = new CreationDefaults({ rest: () => objects.rest, namespace, timeout });
    const planned = new PlannedObjects({ objects, namespace, timeout });
    const creation = { objects, planned, defaults, catalogue, ids, namespace, logger };
    return {
      module: AppModule,
      providers: [
        { provide: LOGGER, useValue: logger },
        { provide: ports.FOR_MANAGING_CLUSTER_RESOURCES, useValue: clusters },
        { provide: ports.FOR_MANAGING_CLUSTER_MACHINES, useValue: machines },
        { provide: ports.FOR_DRAINING_NODES, useValue: drain },
        { provide: ports.FOR_MANAGING_WORKLOAD_RESOURCES, useValue: workload },
        { provide: ports.FOR_GETTING_CLUSTER_CONFIG, useValue: secrets },
        { provide: ports.FOR_MANAGING_VERSIONS, useValue: catalogue },
        { provide: ports.FOR_MANAGING_CLUSTERS, useClass: ClusterManager },
        { provide: ports.FOR_MANAGING_NODES, useClass: NodeManager },
        { provide: ManagementObjects, useValue: objects },
        {
          provide: MutationLocks,
          useValue: new MutationLocks({ objects, owner, clock, logger }),
        },
        { provide: ports.FOR_CREATING_CLUSTERS, useValue: new ClusterCreation(creation) },
        { provide: ports.FOR_CHANGING_CLUSTERS, useClass: ClusterChanges },
        { provide: ports.FOR_CHANGING_NODES, useClass: NodeChanges },
        { provide: ports.FOR_CHANGING_TAGS, useClass: TagChanges },
        WorkloadReads,
        ...cachedHandlers,
        VersionsHandlers,
      ],
    };
  }
}
