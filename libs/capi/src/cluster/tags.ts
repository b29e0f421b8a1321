import { type ClusterObject } from './cluster-object.js';

/** Labels under this prefix are the cluster's tags; all other labels are technical. Source: VMK Engine. */
export const tagLabelPrefix = 'tags.vmk.vates.tech/';

/** The cluster's tags, sorted by name; an empty value is a value. */
export function tags(cluster: ClusterObject): Record<string, string> {
  const entries = Object.entries(cluster.metadata.labels ?? {})
    .filter(([label]) => label.startsWith(tagLabelPrefix))
    .map(([label, value]): [string, string] => [label.slice(tagLabelPrefix.length), value]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
