export { type Cached, Freshness } from './freshness.js';
