export * from './check-against.js';
export { checkCreation, creationParams } from './check-creation.js';
export * from './creation-request.js';
export * from '../rules.js';
