export * from './capture-logger.js';
export * from './manual-clock.js';
