export { startChild } from './child.mjs';
export { freePort } from './free-port.mjs';
export { until } from './until.mjs';
