export * from './delays.js';
export { silent } from './engine/silent.js';
export * from './start-controllers.js';
export * from './workload/index.js';
export * from './workload-clusters.js';
