/** Label values and host names end here, and so must every name that becomes one. */
export const longestLabel = 63;

/** Names of the objects that a creation makes beside the Cluster. Source: VMK Engine. */
export function namesFor(cluster: string, workerName: string) {
  return {
    controlPlane: `${cluster}-cp`,
    worker: `${cluster}-worker`,
    deployment: `${cluster}-${workerName}`,
  };
}

/**
 * Length of the longest cluster name whose generated names still fit into a label value; without
 * `workerName` that of the names which are the same for every configuration.
 */
export function longestName({ workerName = '' }: { readonly workerName?: string } = {}): number {
  const suffixes = Object.values(namesFor('', workerName));
  return longestLabel - Math.max(...suffixes.map(({ length }) => length));
}
