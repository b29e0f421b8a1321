export { aggregate, stateOf } from './aggregate.js';
export { isCordon, isDraining, workloadStates, type WorkloadReading } from './node-states.js';
export { projectDeparture, projectWorkloadNode, type WorkloadNode } from './workload-objects.js';
