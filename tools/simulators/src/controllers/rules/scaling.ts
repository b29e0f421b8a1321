import { type KubeObject } from '../../api/index.js';
import { conditionOf, isDeleting, no, numberAt, yes, type Told } from '../objects/index.js';

/**
 * ScalingUp and ScalingDown of whatever owns Machines: the number of Machine objects against the wanted
 * one, so that scaling up ends with the last object, long before its Node is there. Source: Cluster API.
 */
export function scaling(
  owner: KubeObject,
  current: number,
  blockers: readonly string[] = [],
): Told[] {
  const desired = isDeleting(owner) ? 0 : (numberAt(owner, 'spec', 'replicas') ?? 0);
  const blocked =
    blockers.length > 0
      ? ` is blocked because:\n${blockers.map((one) => `* ${one}`).join('\n')}`
      : '';
  const story = `from ${current} to ${desired} replicas${blocked}`;
  return [
    current < desired ? yes('ScalingUp', 'ScalingUp', `Scaling up ${story}`) : no('ScalingUp'),
    current > desired
      ? yes('ScalingDown', 'ScalingDown', `Scaling down ${story}`)
      : no('ScalingDown'),
  ];
}

/** Whether Machines are outdated, and all reasons why; a change of version is named first. */
export function rollingOut(machines: readonly KubeObject[]): Told {
  const outdated = machines
    .map((machine) => conditionOf(machine, 'UpToDate'))
    .filter((condition) => condition?.status === 'False');
  if (outdated.length === 0) return no('RollingOut');
  const reasons = [...new Set(outdated.flatMap((one) => one?.message.split('\n') ?? []))]
    .filter((reason) => reason !== '')
    .sort((a, b) => Number(isVersion(b)) - Number(isVersion(a)) || (a < b ? -1 : 1));
  const title = `Rolling out ${outdated.length} not up-to-date replicas`;
  return yes('RollingOut', 'RollingOut', [title, ...reasons].join('\n'));
}

const isVersion = (reason: string): boolean => reason.startsWith('* Version');
