import type { Resource } from '../rest/index.js';

/** What is read from workload clusters: `listAll({ rest, path: resourcePath(nodes), signal }, project)`. */
export const nodes: Resource = { group: '', version: 'v1', plural: 'nodes' };
/** Whole objects: the node a pod runs on stands in its spec, which a metadata-only list lacks. */
export const pods: Resource = { group: '', version: 'v1', plural: 'pods' };
export const persistentVolumes: Resource = {
  group: '',
  version: 'v1',
  plural: 'persistentvolumes',
};
export const volumeAttachments: Resource = {
  group: 'storage.k8s.io',
  version: 'v1',
  plural: 'volumeattachments',
};
