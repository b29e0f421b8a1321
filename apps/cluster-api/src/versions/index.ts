export { VersionsHandlers } from './versions.handlers.js';
