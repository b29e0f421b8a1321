export * from './api/index.js';
export * from './demo-world/index.js';
export * from './kinds/index.js';
