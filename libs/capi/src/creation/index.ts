export {
  type ClusterDefaults,
  decodeDefaults,
  type DecodedDefaults,
  type DefaultsFault,
} from './defaults/index.js';
export * from './plan/index.js';
export * from './request/index.js';
export * from './rules.js';
