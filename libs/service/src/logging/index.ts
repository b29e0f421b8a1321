export { callScope, type CallScope } from './call-scope.js';
export * from './create-logger.js';
export * from './nest-logger.js';
export { LineBuffer } from './line-buffer.js';
