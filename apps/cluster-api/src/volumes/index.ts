export { VolumesHandlers } from './volumes.handlers.js';
