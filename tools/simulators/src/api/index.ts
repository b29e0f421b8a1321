export * from './certificates.js';
export * from './kind.js';
export * from './kube-object.js';
export * from './schema/index.js';
export * from './server.js';
export * from './store.js';
export * from './users.js';
