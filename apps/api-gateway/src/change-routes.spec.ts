import { request as plain } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type Contract,
  createCluster,
  deleteClusterTag,
  drainNode,
  type Rpc,
  routes,
  scaleWorkers,
  setClusterTag,
} from '@slipway/contracts';
import request from 'supertest';
import { startGateway, type TestGateway } from './testing/gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => void gateway.bus.asked.splice(0));
afterAll(() => gateway.app.close());

const http = () => request(gateway.app.getHttpServer());
const send = (method: string, path: string) => http()[method.toLowerCase() as 'get'](path);
const filled = (path: string) =>
  path.replace('{id}', 'demo').replace('{nodeID}', 'demo-1').replace('{tag}', 'team');

const changes = routes.filter(({ success, contract }) => success === 204 && contract !== drainNode);
const bodies: Record<string, object> = {
  ClusterDescriptionParams: { description: 'é😀' },
  ClusterReplicasParams: { replicas: 3 },
  ClusterTagParams: { value: 'platform' },
};

describe.each(changes.map((each) => [each.route, each] as const))('%s', (route, rule) => {
  const [method, path] = filled(route).split(' ') as [string, string];
  const params = rule.body && bodies[(rule.body.meta() as { struct: string }).struct]!;
  const input = {
    cluster: 'demo',
    ...(path.includes('/nodes/') ? { node: 'demo-1' } : {}),
    ...(path.includes('/tags/') ? { tag: 'team' } : {}),
    ...(params ? { params } : {}),
  };

  test('asks for its contract and answers 204 with nothing', async () => {
    gateway.bus.answer(rule.contract as Rpc, () => ({}));
    const answer = await send(method, path).send(params);
    expect({
      status: answer.status,
      text: answer.text,
      type: answer.headers['content-type'],
      length: answer.headers['content-length'],
    }).toEqual({ status: 204, text: '', type: undefined, length: undefined });
    expect(gateway.bus.asked).toEqual([{ subject: rule.contract.subject, input }]);
    expect(rule.contract.input.safeParse(input).success).toBe(true);
  });

  test('asks nobody about a body that it takes and cannot decode', async () => {
    gateway.bus.answer(rule.contract as Rpc, () => ({}));
    const answer = await send(method, path).set('content-type', 'application/json').send('{"');
    expect(answer.status).toBe(rule.body ? 400 : 204);
    expect(gateway.bus.asked).toHaveLength(rule.body ? 0 : 1);
  });
});

describe('POST /kubernetes/clusters', () => {
  test('answers 200 with the cluster', async () => {
    const cluster = { name: 'demo', phase: 'Pending' };
    gateway.bus.answer(createCluster, () => cluster as never);
    const params = { name: 'demo', tags: { team: 'platform' } };
    await http().post('/kubernetes/clusters').send(params).expect(200, cluster);
    expect(gateway.bus.asked).toEqual([{ subject: createCluster.subject, input: { params } }]);
  });
});

describe('bodies', () => {
  const put = () => http().put('/kubernetes/clusters/demo/workers/replicas');
  beforeEach(() => void gateway.bus.answer(scaleWorkers, () => ({})));

  test.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/merge-patch+json'],
  ])('are JSON whatever their type says: %s', async (type) => {
    await put().set('content-type', type).send('{"replicas":3}').expect(204);
    expect(gateway.bus.asked[0]!.input).toEqual({ cluster: 'demo', params: { replicas: 3 } });
  });

  test('without bytes and of any type are the empty one', async () => {
    await put().expect(204);
    await put().set('content-type', 'application/json').expect(204);
    await put().set('content-type', 'application/json').send('').expect(204);
    expect(gateway.bus.asked.map(({ input }) => input)).toEqual(
      Array(3).fill({ cluster: 'demo', params: {} }),
    );
  });

  test('of a type that is none are 415', async () => {
    const answer = await put().set('content-type', 'nonsense').send('{"replicas":3}');
    expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
      status: 415,
      type: 'application/problem+json',
    });
  });

  test.each([
    [1_048_576, 204],
    [1_048_577, 413],
  ])('of %i bytes are %i', async (bytes, status) => {
    const text = '{"replicas":3}'.padEnd(bytes);
    const answer = await put().set('content-type', 'application/json').send(text);
    expect(answer.status).toBe(status);
    if (status === 413) expect(answer.headers['content-type']).toBe('application/problem+json');
  });

  test.each([
    ['{"replicas":3', 'unexpected EOF'],
    ['{"replicas":3,"colour":1}', 'json: unknown field "colour"'],
    [
      '{"replicas":3000000000}',
      'json: cannot unmarshal number 3000000000 into Go struct field ClusterReplicasParams.replicas of type int32',
    ],
  ])('%s is 400', async (body, because) => {
    const answer = await put().set('content-type', 'application/json').send(body);
    expect(JSON.parse(answer.text)).toEqual({
      title: 'Decoding Failed',
      status: 400,
      detail: `cannot decode request body: ${because}`,
    });
    expect(answer.headers['content-type']).toBe('application/problem+json');
  });
});

describe('tag names in paths', () => {
  test.each([
    ['a%2Fb', 'a/b'],
    ['a%20b', 'a b'],
    ['%C3%A9', 'é'],
    ['a.b_c-d', 'a.b_c-d'],
    ['a+b', 'a+b'],
    ['%2e%2e', '..'],
    ['a%3Fb%23', 'a?b#'],
    ['%25', '%'],
  ])('%s is %j', async (encoded, tag) => {
    const done = () => ({});
    gateway.bus.answer(setClusterTag, done).answer(deleteClusterTag, done);
    const path = `/kubernetes/clusters/demo/tags/${encoded}`;
    const port = (gateway.app.getHttpServer().address() as { port: number }).port;
    // Not through a client that mends paths.
    const asked = (method: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        plain({ port, method, path }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end();
      });
    expect([await asked('PUT'), await asked('DELETE')]).toEqual([204, 204]);
    expect(gateway.bus.asked.map(({ input }) => (input as { tag: string }).tag)).toEqual([
      tag,
      tag,
    ]);
  });
});

test('every contract that a client can change something with is a route', () => {
  const asked = new Set<Contract>(routes.map(({ contract }) => contract));
  expect(asked.size).toBe(routes.length);
});
