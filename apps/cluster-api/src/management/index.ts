export * from './cluster-client.js';
export * from './machine-client.js';
export * from './management-cache.js';
export * from './secret-client.js';
export * from './observe-cache.js';
