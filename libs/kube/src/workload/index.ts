export * from './kubeconfig-secret.js';
export * from './shared-reads.js';
export * from './workload-connections.js';
export { WorkloadError, workloadError } from './workload-error.js';
export * from './workload-resources.js';
