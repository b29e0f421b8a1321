export { ChangesHandlers } from './changes.handlers.js';
export { ClusterChanges } from './cluster-changes.js';
export { ManagementObjects, type Written } from './management-objects.js';
export { MutationLocks } from './mutation-locks.js';
export { NodeChanges } from './node-changes.js';
export { TagChanges } from './tag-changes.js';
export { becauseOf, isConflict, isInadmissible, sent } from './refusals.js';
