export { NodesController } from './nodes.controller.js';
export { NodeChangesController } from './node-changes.controller.js';
export { NodeDrainController } from './node-drain.controller.js';
