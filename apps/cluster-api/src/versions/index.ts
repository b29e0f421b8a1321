export { VersionsHandlers } from './versions.handlers.js';
export { readCatalogue } from './read-catalogue.js';
