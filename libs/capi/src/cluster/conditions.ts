import { type ClusterObject } from './cluster-object.js';

type Condition = NonNullable<NonNullable<ClusterObject['status']>['conditions']>[number];

export function condition(cluster: ClusterObject, type: string): Condition | undefined {
  return cluster.status?.conditions?.find((each) => each.type === type);
}

/**
 * A condition's status if it was written for the current generation; undefined when the condition is
 * missing or stale. One without an observedGeneration is stale: it can't show that it is not.
 */
export function currentStatus(cluster: ClusterObject, type: string): string | undefined {
  const found = condition(cluster, type);
  const observed = found?.observedGeneration;
  return observed !== undefined && observed === cluster.metadata.generation
    ? found?.status
    : undefined;
}
