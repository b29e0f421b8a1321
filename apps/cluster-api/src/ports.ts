import {
  type AvailableVersion,
  type CallContext,
  type Cluster,
  type Node,
  type SelectedCluster,
  type SelectedNode,
  type Volume,
} from '@slipway/contracts';
import { type ClusterRecord, type MachineRecord, type NodeState } from '@slipway/capi';

/** Clusters of the configured namespace, from the cache. */
export interface ForManagingClusterResources {
  /** Sorted by name. */
  list(): readonly ClusterRecord[];
  /** By API UUID, or else by name; throws `clusterNotFound`. */
  get(ref: string): ClusterRecord;
}
export const FOR_MANAGING_CLUSTER_RESOURCES = Symbol('ForManagingClusterResources');

/** Machines of the configured namespace, from the cache. */
export interface ForManagingClusterMachines {
  /** Sorted by name. */
  list(): readonly MachineRecord[];
  ofCluster(cluster: string): readonly MachineRecord[];
  /** By API UUID, or else by Machine name; throws `nodeNotFound`. */
  get(ref: string): MachineRecord;
}
export const FOR_MANAGING_CLUSTER_MACHINES = Symbol('ForManagingClusterMachines');

/** The API of a workload cluster, reached with its own kubeconfig. Rejects with a WorkloadFault. */
export interface ForManagingWorkloadResources {
  /** States by Kubernetes Node name. */
  nodeStates(cluster: string, signal: AbortSignal): Promise<ReadonlyMap<string, NodeState>>;
  /** Attached nodes are named by the machines' ids. */
  volumes(
    cluster: string,
    machines: readonly MachineRecord[],
    signal: AbortSignal,
  ): Promise<Volume[]>;
}
export const FOR_MANAGING_WORKLOAD_RESOURCES = Symbol('ForManagingWorkloadResources');

export interface ForGettingClusterConfig {
  /** The kubeconfig's text; throws a refusal when there is none. */
  kubeconfig(cluster: string, signal: AbortSignal): Promise<string>;
}
export const FOR_GETTING_CLUSTER_CONFIG = Symbol('ForGettingClusterConfig');

export interface ForManagingVersions {
  /** Newest first. */
  list(): readonly AvailableVersion[];
}
export const FOR_MANAGING_VERSIONS = Symbol('ForManagingVersions');

/** The use cases of clusters, as the bus offers them. */
export interface ForManagingClusters {
  list(fields: string | undefined, call: CallContext): Promise<SelectedCluster[]>;
  get(ref: string, call: CallContext): Promise<Cluster>;
}
export const FOR_MANAGING_CLUSTERS = Symbol('ForManagingClusters');

/** The use cases of nodes. */
export interface ForManagingNodes {
  list(fields: string | undefined, call: CallContext): Promise<SelectedNode[]>;
  ofCluster(ref: string, fields: string | undefined, call: CallContext): Promise<SelectedNode[]>;
  get(ref: string, call: CallContext): Promise<Node>;
}
export const FOR_MANAGING_NODES = Symbol('ForManagingNodes');
