export { Catalogue } from './catalogue.js';
export { parseCatalogue } from './parse-catalogue.js';
