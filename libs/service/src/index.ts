export * from './clock/index.js';
export * from './logger.js';
