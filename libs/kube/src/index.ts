export * from './credentials/index.js';
export * from './list/index.js';
export * from './rest/index.js';
export * from './store/index.js';
export * from './watch/index.js';
export * from './workload/index.js';
