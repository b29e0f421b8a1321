export { VersionsController } from './versions.controller.js';
