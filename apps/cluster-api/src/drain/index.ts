export { DrainHandlers } from './drain.handlers.js';
export { NodeDrain } from './node-drain.js';
export { NodeTargets } from './node-targets.js';
export { WorkloadNodes } from './workload-nodes.js';
