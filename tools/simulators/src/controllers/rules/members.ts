import { type KubeObject } from '../../api/index.js';
import {
  aggregate,
  conditionOf,
  controls,
  isDeleting,
  labelOf,
  labels,
  yes,
  type Told,
} from '../objects/index.js';
import { type Scene } from './scene.js';

export const isControlPlane = (machine: KubeObject): boolean =>
  labelOf(machine, labels.controlPlane) !== undefined;

export const machinesOf = ({ machines }: Scene, owner: KubeObject): readonly KubeObject[] =>
  machines.filter((machine) => controls(owner, machine));

export const setsOf = ({ sets }: Scene, deployment: KubeObject): readonly KubeObject[] =>
  sets.filter((set) => controls(deployment, set));

/** A Cluster that is being deleted, or is gone, takes its Machines' Nodes along: none is drained. */
export const isClusterGoing = ({ cluster }: Scene): boolean => !cluster || isDeleting(cluster);

/** MachinesReady and the like: one aggregate over Machines. */
export function machinesReady(type: string, machines: readonly KubeObject[]): Told {
  if (machines.length === 0) return yes(type, 'NoReplicas');
  return aggregate(type, machines, {
    source: 'Ready',
    reasons: { fine: 'Ready', issue: 'NotReady', unknown: 'ReadyUnknown' },
  });
}

/** A new Machine counts once it has the condition, or is not new any more: else this would flicker. */
export function machinesUpToDate(
  type: string,
  machines: readonly KubeObject[],
  { passed, delays }: Scene,
): Told {
  const told = machines.filter(
    (machine) =>
      conditionOf(machine, 'UpToDate') !== undefined ||
      passed(`${machine.metadata.uid}/new`, delays.newMachine),
  );
  if (told.length === 0) return yes(type, 'NoReplicas');
  return aggregate(type, told, {
    source: 'UpToDate',
    reasons: { fine: 'UpToDate', issue: 'NotUpToDate', unknown: 'UpToDateUnknown' },
  });
}
