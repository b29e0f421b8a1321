export * from './clock.js';
export * from './linked.js';
export * from './system-clock.js';
