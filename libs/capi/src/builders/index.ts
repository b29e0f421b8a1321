export * from './cluster-builder.js';
export * from './conditions.js';
export * from './creation-builders.js';
export * from './kubeconfig-secret-builder.js';
export * from './kubernetes-object.js';
export * from './machine-builder.js';
export { createdAt, deletedAt, ObjectBuilder, uidOf } from './object-builder.js';
export {
  clusterNameLabel,
  converged,
  type ClusterNetworkObject,
  type ClusterReplicas,
  type CountersObject,
  type RawCluster,
} from './raw-cluster.js';
export * from './volume-builders.js';
export * from './whole-cluster.js';
export * from './workload-builders.js';
