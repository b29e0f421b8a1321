import {
  type ClusterRecord,
  type MachineRecord,
  type NodeState,
  projectCluster,
  projectMachine,
  ResourceIds,
} from '@slipway/capi';
import { type RawCluster, type RawMachine } from '@slipway/capi/builders';
import { type CallContext, type Volume } from '@slipway/contracts';
import { ProjectedStore } from '@slipway/kube';
import { CaptureLogger } from '@slipway/service/testing';
import { ClusterManager } from '../clusters/index.js';
import { ClusterClient, MachineClient } from '../management/index.js';
import { NodeManager } from '../nodes/index.js';
import { type ForManagingWorkloadResources } from '../ports.js';
import { WorkloadReads } from '../workload/index.js';

/** A workload port that answers what was prepared and counts what it was asked. */
export class PreparedWorkloads implements ForManagingWorkloadResources {
  readonly asked: string[] = [];
  readonly states = new Map<string, ReadonlyMap<string, NodeState> | Error>();
  readonly volumeLists = new Map<string, Volume[] | Error>();

  async nodeStates(cluster: string): Promise<ReadonlyMap<string, NodeState>> {
    return this.#answer('states', cluster, this.states.get(cluster));
  }

  async volumes(cluster: string): Promise<Volume[]> {
    return this.#answer('volumes', cluster, this.volumeLists.get(cluster));
  }

  #answer<T>(what: string, cluster: string, prepared: T | Error | undefined): T {
    this.asked.push(`${what} ${cluster}`);
    if (prepared === undefined) throw new Error(`no ${what} were prepared for ${cluster}`);
    if (prepared instanceof Error) throw prepared;
    return prepared;
  }
}

/** The use cases over stores filled with the given objects, as the cache would fill them. */
export function aWorld(objects: { clusters?: RawCluster[]; machines?: RawMachine[] }) {
  const ids = new ResourceIds();
  const clusters = new ProjectedStore<ClusterRecord>({
    keyOf: ({ name }) => name,
    idOf: ({ view }) => view.id,
  });
  const machines = new ProjectedStore<MachineRecord>({
    keyOf: ({ name }) => name,
    idOf: ({ view }) => view.id,
    groupOf: ({ cluster }) => cluster,
  });
  for (const each of objects.clusters ?? []) clusters.put(projectCluster(ids)(each)!);
  for (const each of objects.machines ?? []) machines.put(projectMachine(ids)(each)!);
  const workloads = new PreparedWorkloads();
  const clusterClient = new ClusterClient(clusters);
  const machineClient = new MachineClient(machines);
  const reads = new WorkloadReads(machineClient, workloads, new CaptureLogger());
  return {
    ids,
    workloads,
    clusters: new ClusterManager(clusterClient, machineClient, reads),
    nodes: new NodeManager(clusterClient, machineClient, reads),
  };
}

export function aCall(signal: AbortSignal = new AbortController().signal): CallContext {
  return { requestId: 'test', signal };
}
