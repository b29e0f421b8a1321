export { ConfigHandlers } from './config.handlers.js';
