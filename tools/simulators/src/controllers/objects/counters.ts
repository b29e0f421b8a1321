import { type KubeObject, type Tree } from '../../api/index.js';
import { isTrue, numberAt, textAt } from './read.js';

export interface StatusVersion {
  readonly version: string;
  readonly replicas: number;
}

/** Counters of an owner of Machines, by what the Machines say of themselves. */
export function countersOf(machines: readonly KubeObject[]): Tree {
  const having = (condition: string) => machines.filter((one) => isTrue(one, condition)).length;
  const versions = versionsOf(
    machines.map((machine) => ({ version: versionOf(machine), replicas: 1 })),
  );
  return {
    replicas: machines.length,
    readyReplicas: having('Ready'),
    availableReplicas: having('Available'),
    upToDateReplicas: having('UpToDate'),
    versions,
  };
}

const names = ['replicas', 'readyReplicas', 'availableReplicas', 'upToDateReplicas'] as const;

/** Sums of the counters of several objects; a counter that none of them has is undefined. */
export function sumOf(objects: readonly KubeObject[]): Tree {
  const sum = (name: string, part: 'spec' | 'status' = 'status') => {
    const values = objects.flatMap((object) => numberAt(object, part, name) ?? []);
    return values.length > 0 ? values.reduce((a, b) => a + b, 0) : undefined;
  };
  return {
    ...Object.fromEntries(names.map((name) => [name, sum(name)])),
    versions: versionsOf(objects.flatMap(versionsIn)),
  };
}

export function versionsIn({ status }: KubeObject): readonly StatusVersion[] {
  return (status?.['versions'] ?? []) as StatusVersion[];
}

/** Grouped, old before new; undefined rather than empty. */
export function versionsOf(all: readonly StatusVersion[]): StatusVersion[] | undefined {
  const counts = new Map<string, number>();
  for (const { version, replicas } of all)
    counts.set(version, (counts.get(version) ?? 0) + replicas);
  counts.delete('');
  const sorted = [...counts].sort(([a], [b]) => compareVersions(a, b));
  return sorted.length > 0
    ? sorted.map(([version, replicas]) => ({ version, replicas }))
    : undefined;
}

/** The kubelet's version where it is known, else what is wanted. Source: Cluster API 1.14. */
const versionOf = (machine: KubeObject): string =>
  textAt(machine, 'status', 'nodeInfo', 'kubeletVersion') ??
  textAt(machine, 'spec', 'version') ??
  '';

export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

/** Major, minor, patch. */
export const partsOf = (version: string): readonly number[] =>
  version.replace(/^v/, '').split(/[.+-]/).slice(0, 3).map(Number);
