import {
  type AvailableVersion,
  type CallContext,
  type Cluster,
  type ClusterCreateParams,
  type ClusterDetail,
  type DrainStep,
  type NodeDetail,
  type NodeDrainParams,
  type SelectedCluster,
  type SelectedNode,
  type Volume,
} from '@slipway/contracts';
import {
  type ClusterDefaults,
  type ClusterRecord,
  type MachineRecord,
  type NodeState,
} from '@slipway/capi';

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
  get(ref: string, call: CallContext): Promise<ClusterDetail>;
}
export const FOR_MANAGING_CLUSTERS = Symbol('ForManagingClusters');

/** The use cases of nodes. */
export interface ForManagingNodes {
  list(fields: string | undefined, call: CallContext): Promise<SelectedNode[]>;
  ofCluster(ref: string, fields: string | undefined, call: CallContext): Promise<SelectedNode[]>;
  get(ref: string, call: CallContext): Promise<NodeDetail>;
}
export const FOR_MANAGING_NODES = Symbol('ForManagingNodes');

/** Changes of clusters; each resolves once Kubernetes has accepted it, and rejects with a refusal. */
export interface ForChangingClusters {
  delete(ref: string, call: CallContext): Promise<void>;
  /** An empty description clears it. */
  describe(ref: string, description: string | undefined, call: CallContext): Promise<void>;
  pause(ref: string, paused: boolean, call: CallContext): Promise<void>;
  scaleWorkers(ref: string, replicas: number | undefined, call: CallContext): Promise<void>;
  scaleControlPlane(ref: string, replicas: number | undefined, call: CallContext): Promise<void>;
}
export const FOR_CHANGING_CLUSTERS = Symbol('ForChangingClusters');

/** Changes of Machines; a Machine of another cluster is not found. */
export interface ForChangingNodes {
  delete(cluster: string, node: string, call: CallContext): Promise<void>;
  pause(cluster: string, node: string, paused: boolean, call: CallContext): Promise<void>;
}
export const FOR_CHANGING_NODES = Symbol('ForChangingNodes');

export interface ForChangingTags {
  set(cluster: string, tag: string, value: string | undefined, call: CallContext): Promise<void>;
  delete(cluster: string, tag: string, call: CallContext): Promise<void>;
}
export const FOR_CHANGING_TAGS = Symbol('ForChangingTags');

export interface ForGettingClusterCreationDefaults {
  /** As configured now; throws `configurationMissing` with every fault. */
  read(signal: AbortSignal): Promise<ClusterDefaults>;
}

export interface ForCreatingClusters {
  /** The cluster as Cluster API got it. */
  create(params: ClusterCreateParams, call: CallContext): Promise<Cluster>;
}
export const FOR_CREATING_CLUSTERS = Symbol('ForCreatingClusters');

/** The Nodes behind Machines, in their workload clusters. */
export interface ForDrainingNodes {
  cordon(cluster: string, node: string, on: boolean, call: CallContext): Promise<void>;
  /** Resolves once nothing is left that a drain removes; tells its steps as they come about. */
  drain(
    drain: { cluster: string; node: string; params: NodeDrainParams },
    call: CallContext,
    tell: (step: DrainStep) => Promise<void>,
  ): Promise<void>;
}
export const FOR_DRAINING_NODES = Symbol('ForDrainingNodes');
