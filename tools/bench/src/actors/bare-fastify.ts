import { connect } from '@nats-io/transport-node';
import { fastify } from 'fastify';
import { rawSubject } from './a-node.js';
import { argument, tell } from './tell.js';

/** The rival of the gateway: one bare route, and one that passes a raw NATS request on. */
const nats = await connect({ servers: argument(0) });
const app = fastify();
app.get('/ping', async () => ({ message: 'pong' }));
app.get('/raw', async (_request, reply) => {
  const { data } = await nats.request(rawSubject, '{}', { timeout: 10_000 });
  reply.type('application/json');
  return Buffer.from(data);
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
tell({ ready: true, url });
