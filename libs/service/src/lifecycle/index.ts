export * from './lifecycle.js';
export { type Host, type Program, type Running, runMain } from './run-main.js';
export { StartFailure } from './start-failure.js';
