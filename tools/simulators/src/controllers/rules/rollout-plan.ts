import { type KubeObject } from '../../api/index.js';
import { numberAt, treeAt } from '../objects/index.js';

/** How many Machines a rollout may add beyond the wanted number, and how many may be missing of it. */
export function limitsOf(deployment: KubeObject): { surge: number; unavailable: number } {
  const { type } = treeAt(deployment, 'spec', 'rollout', 'strategy');
  if (type === 'OnDelete') return { surge: 0, unavailable: 0 };
  const limits = treeAt(deployment, 'spec', 'rollout', 'strategy', 'rollingUpdate');
  const desired = numberAt(deployment, 'spec', 'replicas') ?? 0;
  const surge = resolved(limits['maxSurge'] ?? 1, desired, Math.ceil);
  const unavailable = resolved(limits['maxUnavailable'] ?? 0, desired, Math.floor);
  return surge + unavailable > 0 ? { surge, unavailable } : { surge, unavailable: 1 };
}

/** A number, or a percentage of the wanted one. */
function resolved(limit: unknown, desired: number, round: (value: number) => number): number {
  const [, percent] = /^(\d+)%$/.exec(String(limit)) ?? [];
  return percent === undefined ? Number(limit) : round((Number(percent) * desired) / 100);
}

/**
 * Sizes of MachineSets for the next step of a rolling update: the new one grows as far as the surge lets
 * it, old ones shrink, the oldest first and what is unavailable first, as long as enough stay available.
 * Source: Cluster API, rolling updates of MachineDeployments.
 */
export function rolloutPlan(
  deployment: KubeObject,
  current: KubeObject,
  old: readonly KubeObject[],
): ReadonlyMap<string, number> {
  const desired = numberAt(deployment, 'spec', 'replicas') ?? 0;
  const { surge, unavailable } = limitsOf(deployment);
  const size = (set: KubeObject) => numberAt(set, 'spec', 'replicas') ?? 0;
  const counter = (set: KubeObject, name: string) => numberAt(set, 'status', name) ?? 0;
  const total = [current, ...old].reduce((sum, set) => sum + size(set), 0);
  const sizes = new Map<string, number>();
  const grown = Math.min(desired, size(current) + Math.max(0, desired + surge - total));
  sizes.set(current.metadata.name, Math.max(grown, Math.min(size(current), desired)));

  const least = Math.max(0, desired - unavailable);
  let available = [current, ...old].reduce(
    (sum, set) => sum + counter(set, 'availableReplicas'),
    0,
  );
  const pending = [current, ...old].reduce(
    (sum, set) => sum + Math.max(0, counter(set, 'replicas') - size(set)),
    0,
  );
  const immature = Math.max(0, size(current) - counter(current, 'availableReplicas'));
  let room = Math.max(0, total - pending - least - immature);
  for (const onlyUnavailable of [true, false])
    for (const set of old) {
      const now = sizes.get(set.metadata.name) ?? size(set);
      const sick = Math.max(0, now - counter(set, 'availableReplicas'));
      let less = Math.min(onlyUnavailable ? sick : now, room);
      if (counter(set, 'availableReplicas') > 0) {
        // Nobody knows which of its Machines a set deletes: the worst case must leave enough.
        const gone = Math.max(0, counter(set, 'replicas') - (now - less));
        const may = Math.max(0, available - least);
        if (gone > may) less = Math.max(0, now - Math.min(counter(set, 'replicas') - may, now));
        const taken = Math.max(0, counter(set, 'replicas') - (now - less));
        available -= Math.min(counter(set, 'availableReplicas'), less > 0 ? taken : 0);
      }
      sizes.set(set.metadata.name, now - less);
      room -= less;
    }
  return sizes;
}
