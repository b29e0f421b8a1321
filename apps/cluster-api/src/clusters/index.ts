export { ClusterManager } from './cluster-manager.js';
export { ClustersHandlers } from './clusters.handlers.js';
