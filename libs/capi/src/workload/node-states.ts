import { type NodeState } from '../machine/index.js';
import { type WorkloadNode } from './workload-objects.js';

/** Whether the Node takes no new Pods. Source: VMK Engine, `is_cordon`. */
export function isCordon(node: WorkloadNode): boolean {
  return node.unschedulable;
}

/**
 * Whether the Node is cordoned while at least one Pod is leaving it, of any kind: an observation, not
 * the state of a drain. A Node that isn't cordoned is known not to drain even when its Pods could not
 * be read (`leaving` undefined); for a cordoned one that is unknown. Source: VMK Engine, `is_draining`.
 */
export function isDraining(
  node: WorkloadNode,
  leaving: ReadonlySet<string> | undefined,
): boolean | undefined {
  return isCordon(node) ? leaving?.has(node.name) : false;
}

export interface WorkloadReading {
  readonly nodes: Iterable<WorkloadNode>;
  /** From `projectDeparture`, one entry a Pod; undefined when the Pods could not be read. */
  readonly departures: Iterable<string> | undefined;
}

/** The states of a workload cluster by the Kubernetes Node's name. */
export function workloadStates({ nodes, departures }: WorkloadReading): Map<string, NodeState> {
  const leaving = departures && new Set(departures);
  return new Map(
    Array.from(nodes, (node) => [
      node.name,
      { is_cordon: isCordon(node), is_draining: isDraining(node, leaving) },
    ]),
  );
}
