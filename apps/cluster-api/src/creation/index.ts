export { ClusterCreation } from './cluster-creation.js';
export { CreationDefaults } from './creation-defaults.js';
export { CreationHandlers } from './creation.handlers.js';
export { PlannedObjects } from './planned-objects.js';
