import { aggregate, type MachineRecord, type NodeState, stateOf } from '@slipway/capi';
import { type CallContext, Refusal, type Volume, workloadUnavailable } from '@slipway/contracts';
import { type Logger } from '@slipway/service';
import { Inject, Injectable } from '@nestjs/common';
import {
  FOR_MANAGING_CLUSTER_MACHINES,
  FOR_MANAGING_WORKLOAD_RESOURCES,
  type ForManagingClusterMachines,
  type ForManagingWorkloadResources,
} from '../ports.js';
import { LOGGER } from '../tokens.js';

/** What a workload cluster adds to REST answers; undefined while it can't be read. */
@Injectable()
export class WorkloadReads {
  constructor(
    @Inject(FOR_MANAGING_CLUSTER_MACHINES) private readonly machines: ForManagingClusterMachines,
    @Inject(FOR_MANAGING_WORKLOAD_RESOURCES)
    private readonly workload: ForManagingWorkloadResources,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** By Kubernetes Node name. */
  nodeStates(
    cluster: string,
    call: CallContext,
  ): Promise<ReadonlyMap<string, NodeState> | undefined> {
    return this.orUnknown(cluster, call, this.workload.nodeStates(cluster, call.signal));
  }

  async clusterStates(cluster: string, call: CallContext): Promise<NodeState> {
    const states = await this.nodeStates(cluster, call);
    if (!states) return {};
    return aggregate(this.machines.ofCluster(cluster).map(({ view }) => stateOf(view, states)));
  }

  volumesIfReadable(cluster: string, call: CallContext): Promise<Volume[] | undefined> {
    return this.orUnknown(cluster, call, this.volumes(cluster, call));
  }

  /** Throws `workloadUnavailable`. */
  volumes(cluster: string, call: CallContext): Promise<Volume[]> {
    const machines: readonly MachineRecord[] = this.machines.ofCluster(cluster);
    return this.workload.volumes(cluster, machines, call.signal);
  }

  private async orUnknown<T>(
    cluster: string,
    call: CallContext,
    reading: Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await reading;
    } catch (error) {
      call.signal.throwIfAborted();
      if (!(error instanceof Refusal) || error.kind.code !== workloadUnavailable.code) throw error;
      this.logger.debug({ cluster, because: error.message }, 'workload fields are left out');
      return undefined;
    }
  }
}
