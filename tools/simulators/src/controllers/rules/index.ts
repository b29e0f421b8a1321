export * from './garbage.js';
export * from './machine-deletion.js';
export * from './nodes.js';
export * from './paused.js';
export * from './reconcile.js';
export * from './scene.js';
