export { WorkloadReads } from './workload-reads.js';
export { WorkloadClient } from './workload-client.js';
