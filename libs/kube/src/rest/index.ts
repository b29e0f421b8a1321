export * from './endpoints.js';
export type { Query } from './exchange.js';
export * from './kube-rest.js';
export * from './outcome.js';
export * from './resource.js';
export * from './status-error.js';
export * from './unreachable-error.js';
export * from './writes.js';
