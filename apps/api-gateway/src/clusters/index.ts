export { ClustersController } from './clusters.controller.js';
