export * from './duplicates.js';
export * from './prune.js';
export * from './schema.js';
export * from './validate.js';
