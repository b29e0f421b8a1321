import {
  type MachineRecord,
  nodeDetail,
  nodeWith,
  parseSelection,
  pick,
  stateOf,
} from '@slipway/capi';
import { type CallContext, Node, type NodeDetail, type SelectedNode } from '@slipway/contracts';
import { Inject, Injectable } from '@nestjs/common';
import {
  FOR_MANAGING_CLUSTER_MACHINES,
  FOR_MANAGING_CLUSTER_RESOURCES,
  type ForManagingClusterMachines,
  type ForManagingClusterResources,
  type ForManagingNodes,
} from '../ports.js';
import { WorkloadReads } from '../workload/index.js';

/** Reads nodes, which are Machines with the states of their Kubernetes Nodes. */
@Injectable()
export class NodeManager implements ForManagingNodes {
  constructor(
    @Inject(FOR_MANAGING_CLUSTER_RESOURCES) private readonly clusters: ForManagingClusterResources,
    @Inject(FOR_MANAGING_CLUSTER_MACHINES) private readonly machines: ForManagingClusterMachines,
    @Inject(WorkloadReads) private readonly workload: WorkloadReads,
  ) {}

  list(fields: string | undefined, call: CallContext): Promise<SelectedNode[]> {
    return this.selected(this.machines.list(), fields, call);
  }

  async ofCluster(
    ref: string,
    fields: string | undefined,
    call: CallContext,
  ): Promise<SelectedNode[]> {
    const { name } = this.clusters.get(ref);
    return this.selected(this.machines.ofCluster(name), fields, call);
  }

  async get(ref: string, call: CallContext): Promise<NodeDetail> {
    const machine = this.machines.get(ref);
    const states = await this.workload.nodeStates(machine.cluster, call);
    return nodeDetail(nodeWith(machine.view, states && stateOf(machine.view, states)), machine);
  }

  /** One workload read per cluster, side by side, and none when no state is selected. */
  private async selected(
    machines: readonly MachineRecord[],
    fields: string | undefined,
    call: CallContext,
  ): Promise<SelectedNode[]> {
    const selection = parseSelection(fields, Node);
    if (!selection.hasAny(['is_cordon', 'is_draining'])) {
      return machines.map(({ view }) => pick(selection, view));
    }
    const names = [...new Set(machines.map(({ cluster }) => cluster))];
    const read = await Promise.all(names.map((name) => this.workload.nodeStates(name, call)));
    const states = new Map(names.map((name, index) => [name, read[index]]));
    return machines.map(({ cluster, view }) => {
      const known = states.get(cluster);
      return pick(selection, nodeWith(view, known && stateOf(view, known)));
    });
  }
}
