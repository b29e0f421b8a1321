export { NodesController } from './nodes.controller.js';
