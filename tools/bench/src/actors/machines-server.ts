import { createServer, type ServerResponse } from 'node:http';
import { aLargeMachine } from './a-large-machine.js';
import { argument, tell } from './tell.js';

/**
 * A collection of Machines over plain HTTP: lists with limit and continue, and watches that stay
 * silent. Answers are made before they are asked for, so that both sides wait for themselves alone.
 */
const count = Number(argument(0));
const texts = Array.from({ length: count }, (_, index) => {
  const cluster = `cluster-${String(index % 100).padStart(3, '0')}`;
  return JSON.stringify(
    aLargeMachine(`${cluster}-md-0-${index.toString(36).padStart(5, '0')}`, cluster, index),
  );
});

function listOf(from: number, limit: number): Buffer {
  const rest = from + limit < count ? `,"continue":"${from + limit}"` : '';
  const items = texts.slice(from, from + limit).join(',');
  return Buffer.from(
    `{"kind":"MachineList","apiVersion":"cluster.x-k8s.io/v1beta2",` +
      `"metadata":{"resourceVersion":"200000"${rest}},"items":[${items}]}`,
  );
}

const pageSize = 500;
const whole = listOf(0, count);
const pages = Array.from({ length: Math.ceil(count / pageSize) }, (_, page) =>
  listOf(page * pageSize, pageSize),
);

function answer(query: URLSearchParams, response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  if (query.has('watch')) return response.flushHeaders();
  const limit = query.get('limit');
  if (limit === null) return void response.end(whole);
  if (Number(limit) !== pageSize) return void response.writeHead(400).end();
  response.end(pages[Number(query.get('continue') ?? 0) / pageSize]);
}

const server = createServer((request, response) =>
  answer(new URL(request.url ?? '/', 'http://host').searchParams, response),
);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  tell({
    ready: true,
    url: `http://127.0.0.1:${port}`,
    bytesEach: Math.round(whole.length / count),
  });
});
