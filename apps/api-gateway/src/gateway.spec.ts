import { request as rawRequest } from 'node:http';
import { connect } from 'node:net';
import { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  clusterNotFound,
  type ErrorKind,
  errorTable,
  getCluster,
  getClusterTag,
  listClusterNodes,
  listClusters,
  listVolumes,
  Refusal,
} from '@slipway/contracts';
import request from 'supertest';
import { startGateway, type TestGateway } from './testing/gateway.js';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.app.close());

const http = () => request(gateway.app.getHttpServer());
const port = () => (gateway.app.getHttpServer().address() as AddressInfo).port;

describe('answers', () => {
  test('ping as VMK Engine does, without a charset', async () => {
    const { status, headers, text } = await http().get('/ping');
    expect({ status, text, type: headers['content-type'] }).toEqual({
      status: 200,
      text: '{"message":"pong"}',
      type: 'application/json',
    });
  });

  test('HEAD as GET, without a body', async () => {
    const { status, text } = await http().head('/ping');
    expect({ status, text }).toEqual({ status: 200, text: undefined });
  });

  test('a GET that carries a body of any type as one without', async () => {
    const { status } = await http().get('/ping').set('content-type', 'text/weird').send('x');
    expect(status).toBe(200);
  });

  test('an integer beyond 2^53 to the last digit', async () => {
    gateway.bus.answer(listVolumes, () => [
      { name: 'v', capacity_bytes: 'int:9223372036854775807' },
    ]);
    const { text } = await http().get('/kubernetes/clusters/demo/volumes');
    expect(text).toBe('[{"name":"v","capacity_bytes":9223372036854775807}]');
  });

  test("the caller's request id, or one of its own where that is malformed", async () => {
    const echoed = await http().get('/ping').set('x-request-id', 'abc-1');
    expect(echoed.headers['x-request-id']).toBe('abc-1');
    const made = await http().get('/ping').set('x-request-id', 'a b\tc');
    expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('what the service warns of, as a Warning header', async () => {
    gateway.bus.answer(listClusters, (_input, call) => {
      call.warn?.('the cache is 90 s old');
      return [];
    });
    const { headers } = await http().get('/kubernetes/clusters');
    expect(headers['warning']).toBe('110 slipway "the cache is 90 s old"');
  });
});

describe('requests reach their contract', () => {
  test.each([
    ['/kubernetes/clusters', undefined],
    ['/kubernetes/clusters?fields=', ''],
    ['/kubernetes/clusters?fields=name,id', 'name,id'],
    ['/kubernetes/clusters?fields=a&fields=b', 'a'],
    ['/kubernetes/clusters?other=1', undefined],
  ])('%s selects %j', async (path, fields) => {
    gateway.bus.answer(listClusters, () => []);
    await http().get(path).expect(200, []);
    expect(gateway.bus.asked).toEqual([{ subject: listClusters.subject, input: { fields } }]);
  });

  test('with percent-encoded path parameters decoded', async () => {
    gateway.bus.answer(getClusterTag, () => ({ value: 'platform' }));
    await http().get('/kubernetes/clusters/demo/tags/a%2Fb').expect(200, { value: 'platform' });
    expect(gateway.bus.asked[0]!.input).toEqual({ cluster: 'demo', tag: 'a/b' });
  });

  test('with the cluster and the fields of a node list', async () => {
    gateway.bus.answer(listClusterNodes, () => []);
    await http().get('/kubernetes/clusters/demo/nodes?fields=name').expect(200, []);
    expect(gateway.bus.asked[0]!.input).toEqual({ cluster: 'demo', fields: 'name' });
  });

  test('an id longer than any name is asked for like others', async () => {
    gateway.bus.answer(getCluster, ({ cluster }) => {
      throw clusterNotFound({ cluster });
    });
    await http()
      .get(`/kubernetes/clusters/${'x'.repeat(1000)}`)
      .expect(404);
  });
});

describe('refusals', () => {
  test.each(errorTable.map((kind): [string, ErrorKind] => [kind.code, kind]))(
    '%s in the problem body with its status',
    async (_code, kind) => {
      const errors = [{ name: 'A.B', reason: 'because', more: { tag: 'min' } }];
      gateway.bus.answer(listClusters, () => {
        throw new Refusal({ ...kind }, 'what is wrong', { errors });
      });
      const { status, headers, text } = await http().get('/kubernetes/clusters');
      expect({ status, type: headers['content-type'], text }).toEqual({
        status: kind.status,
        type: 'application/problem+json',
        text: JSON.stringify({
          title: kind.title,
          status: kind.status,
          detail: 'what is wrong',
          errors,
        }),
      });
    },
  );

  test('an unexpected fault tells its request id and nothing else', async () => {
    gateway.bus.answer(listClusters, () => {
      throw new Error('secret-canary');
    });
    const { status, text, headers } = await http().get('/kubernetes/clusters');
    expect(status).toBe(500);
    expect(text).toContain(headers['x-request-id']);
    expect(text).not.toContain('secret-canary');
    expect(gateway.log.lines.some(({ message }) => message === 'unexpected fault in a route')).toBe(
      true,
    );
  });

  test.each([
    ['GET', '/nothing', 404, 'no route GET /nothing'],
    ['GET', '/ping/', 404, 'no route GET /ping/'],
    ['GET', '/kubernetes/clusters/', 404, 'no route GET /kubernetes/clusters/'],
    ['DELETE', '/ping', 405, 'DELETE is not allowed on /ping; allowed: GET, HEAD'],
    [
      'PATCH',
      '/kubernetes/nodes/x',
      405,
      'PATCH is not allowed on /kubernetes/nodes/x; allowed: GET, HEAD',
    ],
  ])('%s %s is %i', async (method, path, status, detail) => {
    const answer = await http()[method.toLowerCase() as 'get'](path);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(answer.text).detail).toBe(detail);
    expect(answer.headers['allow']).toBe(status === 405 ? 'GET, HEAD' : undefined);
  });

  test('a malformed percent-encoding is 400 in the problem body', async () => {
    const answer = await raw('/kubernetes/clusters/%zz');
    expect(answer).toMatchObject({ status: 400, type: 'application/problem+json' });
    expect(JSON.parse(answer.text)).toMatchObject({ status: 400, title: 'Bad Request' });
    expect(answer.requestId).toMatch(/^[0-9a-f-]{36}$/);
    const exits = gateway.log.lines.filter(({ message }) => message === 'request');
    expect(exits.map(({ fields }) => fields['status'])).toEqual([400]);
  });

  test('malformed HTTP is 400 in the problem body', async () => {
    const text = await socketTalk('NONSENSE\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\ncontent-type: application\/problem\+json/);
    expect(text).toContain('"title":"Bad Request"');
  });
});

describe('a client that leaves', () => {
  test('cancels the call and is counted at the one exit', async () => {
    const aborted = new Promise<unknown>((resolve) => {
      gateway.bus.answer(
        listClusters,
        (_input, call) =>
          new Promise((_, reject) => {
            call.signal.addEventListener('abort', () => {
              resolve(call.signal.reason);
              reject(call.signal.reason);
            });
            client.destroy();
          }),
      );
    });
    const client = rawRequest({ port: port(), path: '/kubernetes/clusters' });
    client.on('error', () => undefined);
    client.end();
    expect(String(await aborted)).toContain('the client has left');
    const exit = () => gateway.log.lines.find(({ message }) => message === 'request');
    await until(() => exit()?.fields['aborted'] === true);
    expect(gateway.log.messages('error')).toEqual([]);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

interface RawAnswer {
  readonly status: number;
  readonly type: string | undefined;
  readonly requestId: unknown;
  readonly text: string;
}

function raw(path: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    rawRequest({ port: port(), path }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          type: response.headers['content-type'],
          requestId: response.headers['x-request-id'],
          text,
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

function socketTalk(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port(), '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (chunk) => (received += chunk));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}
