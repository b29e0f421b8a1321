import { type ManagedNode, type NodeState } from '../machine/index.js';

/** The state of one Machine's Node; undefined when it hasn't registered or isn't in the reading. */
export function stateOf(
  machine: Pick<ManagedNode, 'node_name'>,
  states: ReadonlyMap<string, NodeState>,
): NodeState | undefined {
  return machine.node_name === undefined ? undefined : states.get(machine.node_name);
}

/**
 * The states of a cluster from those of its Machines: true when one is true; false when all are known
 * and false; else undefined. A cluster without Machines has no known Node, so both are undefined.
 * Source: VMK Engine, aggregates of `is_cordon` and `is_draining`.
 */
export function aggregate(states: Iterable<NodeState | undefined>): NodeState {
  const all = [...states];
  return {
    is_cordon: anyOf(all.map((state) => state?.is_cordon)),
    is_draining: anyOf(all.map((state) => state?.is_draining)),
  };
}

function anyOf(states: readonly (boolean | undefined)[]): boolean | undefined {
  if (states.includes(true)) return true;
  return states.length > 0 && states.every((state) => state === false) ? false : undefined;
}
