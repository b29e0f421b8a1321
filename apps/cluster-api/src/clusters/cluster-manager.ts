import {
  clusterDetail,
  type ClusterRecord,
  clusterWith,
  holdUp,
  parseSelection,
  pick,
  Selection,
} from '@slipway/capi';
import {
  type CallContext,
  Cluster,
  type ClusterDetail,
  type SelectedCluster,
} from '@slipway/contracts';
import { Inject, Injectable } from '@nestjs/common';
import {
  FOR_MANAGING_CLUSTER_MACHINES,
  FOR_MANAGING_CLUSTER_RESOURCES,
  type ForManagingClusterMachines,
  type ForManagingClusterResources,
  type ForManagingClusters,
} from '../ports.js';
import { WorkloadReads } from '../workload/index.js';

/** Reads clusters. What a selection leaves out is not asked of a workload cluster. */
@Injectable()
export class ClusterManager implements ForManagingClusters {
  constructor(
    @Inject(FOR_MANAGING_CLUSTER_RESOURCES) private readonly clusters: ForManagingClusterResources,
    @Inject(FOR_MANAGING_CLUSTER_MACHINES) private readonly machines: ForManagingClusterMachines,
    @Inject(WorkloadReads) private readonly workload: WorkloadReads,
  ) {}

  /** Workload clusters are read side by side; the answer keeps the cache's order. */
  list(fields: string | undefined, call: CallContext): Promise<SelectedCluster[]> {
    const selection = parseSelection(fields, Cluster);
    return Promise.all(
      this.clusters
        .list()
        .map(async (record) => pick(selection, await this.seen(record, selection, call))),
    );
  }

  async get(ref: string, call: CallContext): Promise<ClusterDetail> {
    const record = this.clusters.get(ref);
    const cluster = await this.seen(record, Selection.all, call);
    const machines = this.machines.ofCluster(record.name);
    const deletion = holdUp(
      record.deletion,
      machines.map((machine) => machine.deletion),
    );
    return clusterDetail(cluster, { lock: record.lock, deletion });
  }

  private async seen({ name, view }: ClusterRecord, wanted: Selection, call: CallContext) {
    const [states, volumes] = await Promise.all([
      wanted.hasAny(['is_cordon', 'is_draining'])
        ? this.workload.clusterStates(name, call)
        : undefined,
      wanted.has('volumes') ? this.workload.volumesIfReadable(name, call) : undefined,
    ]);
    return clusterWith(view, { ...states, volumes });
  }
}
