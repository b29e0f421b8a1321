export { WorkloadReads } from './workload-reads.js';
export { type ReadKubeconfig, WorkloadClient } from './workload-client.js';
