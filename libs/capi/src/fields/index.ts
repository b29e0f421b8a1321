export { parseSelection } from './parse-selection.js';
export { pick, Selection, type Selected } from './selection.js';
