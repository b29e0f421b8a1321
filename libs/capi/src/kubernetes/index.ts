export * from './ip-address.js';
export * from './known.js';
export * from './metadata.js';
export * from './part.js';
export * from './read.js';
export * from './timestamps.js';
