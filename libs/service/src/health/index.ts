export * from './check.js';
export {
  type OperationsServer,
  type OperationsServerOptions,
  startOperationsServer,
} from './operations-server.js';
