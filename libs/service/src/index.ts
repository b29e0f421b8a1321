export * from './clock/index.js';
export * from './config/index.js';
export * from './health/index.js';
export * from './lifecycle/index.js';
export * from './logger.js';
export * from './logging/index.js';
export * from './metrics/index.js';
