/** How long things take, milliseconds. */
export interface Delays {
  /** From bootstrap data to a virtual machine with an address. */
  readonly vmStart: number;
  /** From there to a registered Node; for the first Machine: to an API that answers. */
  readonly nodeJoin: number;
  /** From there to a Node that is ready. */
  readonly nodeReady: number;
  /** Waiting for volumes to leave a drained Node. */
  readonly volumeDetach: number;
  readonly vmStop: number;
  /** What an XOCluster takes to go. */
  readonly infrastructureStop: number;
  /** A new Machine without a word about being up to date is overlooked so long. */
  readonly newMachine: number;
  /** Between looks at a workload cluster's API. */
  readonly probe: number;
  /** Without a successful look the connection counts as lost. */
  readonly probeGrace: number;
  /** Without a successful look the Nodes' conditions count as unknown. */
  readonly nodeGrace: number;
  /** Between passes over one cluster, so that a burst of changes is one pass. */
  readonly breath: number;
  /** After a failed write or drain. */
  readonly retry: number;
}

/** Cluster API's own waits, with virtual machines that are quick: a cluster is there within a minute. */
export const demoDelays: Delays = {
  vmStart: 4_000,
  nodeJoin: 3_000,
  nodeReady: 2_000,
  volumeDetach: 1_000,
  vmStop: 2_000,
  infrastructureStop: 1_000,
  newMachine: 10_000,
  probe: 10_000,
  probeGrace: 50_000,
  nodeGrace: 300_000,
  breath: 50,
  retry: 1_000,
};

/** For tests: every step is seen, none is waited for. */
export const quickDelays: Delays = {
  vmStart: 20,
  nodeJoin: 20,
  nodeReady: 20,
  volumeDetach: 10,
  vmStop: 20,
  infrastructureStop: 10,
  newMachine: 50,
  probe: 100,
  probeGrace: 2_000,
  nodeGrace: 4_000,
  breath: 5,
  retry: 50,
};
