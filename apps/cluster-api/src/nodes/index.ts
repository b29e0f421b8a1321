export { NodeManager } from './node-manager.js';
export { NodesHandlers } from './nodes.handlers.js';
