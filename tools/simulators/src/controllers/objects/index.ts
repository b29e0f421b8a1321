export * from './conditions.js';
export * from './counters.js';
export * from './edit.js';
export * from './merge.js';
export * from './names.js';
export * from './read.js';
