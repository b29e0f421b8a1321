import { type KubeObject, type Tree } from '../api/index.js';
import { type metadataOf } from './metadata.js';

/** Metadata of an object that a Cluster owns. */
export type Child = (
  name: string,
  more?: Parameters<typeof metadataOf>[2],
) => KubeObject['metadata'];

/** Conditions of something that has nothing to do. */
export const settled = [
  '!RollingOut',
  '!ScalingUp',
  '!ScalingDown',
  '!Remediating',
  '!Deleting',
  '!Paused',
] as const;

export const machinesGood = ['MachinesReady=Ready', 'MachinesUpToDate=UpToDate'] as const;

/** Counters of something that has all it wants. */
export const converged = (replicas: number, version: string): Tree => ({
  replicas,
  readyReplicas: replicas,
  availableReplicas: replicas,
  upToDateReplicas: replicas,
  ...(replicas > 0 ? { versions: [{ version, replicas }] } : {}),
});

/** The text form of a label selector, as scale subresources show it. */
export const selectorText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([key, value]) => (value ? `${key}=${value}` : key))
    .join(',');
