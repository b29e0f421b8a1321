export { ClustersController } from './clusters.controller.js';
export { ClusterChangesController } from './cluster-changes.controller.js';
