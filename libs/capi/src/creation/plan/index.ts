export * from './anchor.js';
export * from './creation-warnings.js';
export * from './origin.js';
export { activationPatch, type Creation, dryRunUid, planCreation } from './plan-creation.js';
export type { Manifest, PlannedObject, Role } from './planned-object.js';
