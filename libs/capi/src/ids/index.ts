export * from './resource-ids.js';
export * from './uuid.js';
