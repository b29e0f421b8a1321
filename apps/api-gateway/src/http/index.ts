export * from './body/index.js';
export * from './call.js';
export * from './exit.js';
export * from './problem.filter.js';
export * from './route.js';
export * from './route-table.js';
export * from './server.js';
export * from './tokens.js';
