export * from './catalogue/index.js';
export * from './cluster/index.js';
export * from './fields/index.js';
export * from './ids/index.js';
export * from './machine/index.js';
export * from './volumes/index.js';
export * from './workload/index.js';
