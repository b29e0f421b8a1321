export * from './block.js';
export { ClusterDefaults } from './cluster-defaults.js';
export * from './decode-defaults.js';
export * from './external-etcd.js';
