export * from './list-all.js';
export * from './pager.js';
