import {
  type OperationsServer,
  type OperationsServerOptions,
  type startOperationsServer as Start,
} from './operations-server.js';

export * from './check.js';
export { type OperationsServer, type OperationsServerOptions };

/** See operations-server.ts; Nest and Fastify, which take a second to load, come only when it is called. */
export const startOperationsServer: typeof Start = async (options) =>
  (await import('./operations-server.js')).startOperationsServer(options);
