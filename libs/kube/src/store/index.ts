export * from './projected-store.js';
