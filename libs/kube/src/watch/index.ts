export * from './backoff.js';
export * from './json-lines.js';
export type { Identity, Projection, ReflectorHandler } from './mirror.js';
export * from './reflector.js';
