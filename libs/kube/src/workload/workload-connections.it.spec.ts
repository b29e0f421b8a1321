import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type FaultProxy, startFaultProxy, until } from '@slipway/testing';
import { listAll } from '../list/index.js';
import { Endpoints, KubeRest, resourcePath } from '../rest/index.js';
import {
  aKubeconfig,
  fixedCredentials,
  type ScriptedApi,
  startScriptedApi,
} from '../testing/index.js';
import {
  nodes,
  pods,
  readKubeconfigSecret,
  type WorkloadOperation,
  WorkloadConnections,
  WorkloadError,
} from './index.js';

let api: ScriptedApi;
let connections: WorkloadConnections;
beforeEach(async () => {
  api = await startScriptedApi();
  api.play(({ path }, reply) => reply.json({ metadata: { resourceVersion: '1' }, items: [path] }));
  connections = new WorkloadConnections();
});
afterEach(async () => {
  await connections.close();
  await api.close();
});

const operation = (more: Partial<WorkloadOperation> = {}, user = {}): WorkloadOperation => ({
  readKubeconfig: async () => aKubeconfig({ server: api.server, user }),
  ...more,
});
const listNodes = (cluster: string, how = operation()) =>
  connections.withCluster(cluster, how, ({ rest, signal }) =>
    listAll({ rest, path: resourcePath(nodes), signal }, (raw) => raw),
  );
const becauseOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WorkloadError);
  return (error as WorkloadError).because;
};

describe('withCluster', () => {
  test('reads as the kubeconfig says, and reuses sockets while it stays the same', async () => {
    const how = operation({}, { token: 'one' });
    for (let count = 0; count < 10; count++)
      expect(await listNodes('demo', how)).toEqual(['/api/v1/nodes']);
    expect(api.requests[0]!.headers.authorization).toBe('Bearer one');
    expect(api.sockets.accepted).toBeLessThanOrEqual(2);
  });

  test('takes up a rotated kubeconfig with the next operation', async () => {
    await listNodes('demo', operation({}, { token: 'one' }));
    await listNodes('demo', operation({}, { token: 'two' }));
    expect(api.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer one',
      'Bearer two',
    ]);
  });

  test('does not repeat a 401: the same text can only say the same', async () => {
    api.play((_, reply) => reply.status(401, 'Unauthorized'));
    expect(await becauseOf(listNodes('demo'))).toBe('credentials refused (401)');
    expect(api.requests).toHaveLength(1);
  });

  test.each<[string, () => Promise<string>, string]>([
    ['no kubeconfig', async () => '', 'kubeconfig unusable: not a kubeconfig: it is not an object'],
    [
      'a port that fails in its own words',
      () => Promise.reject(new WorkloadError('kubeconfig Secret missing')),
      'kubeconfig Secret missing',
    ],
    [
      'an exec plugin',
      async () => aKubeconfig({ server: 'https://x', user: { exec: { command: 'touch' } } }),
      'kubeconfig unusable: the kubeconfig uses an exec plugin, refused because it comes from a Secret; embed the credentials',
    ],
  ])('says what is wrong with %s', async (_, readKubeconfig, because) => {
    expect(await becauseOf(listNodes('demo', operation({ readKubeconfig })))).toBe(because);
  });

  test('a caller who leaves gets their reason, and their request ends', async () => {
    api.play(() => undefined);
    const caller = new AbortController();
    const read = listNodes('demo', operation({ signal: caller.signal }));
    await until(() => api.requests.length > 0, { within: 5_000, because: 'the request' });
    const reason = new Error('client gone');
    caller.abort(reason);
    await expect(read).rejects.toBe(reason);
    await until(() => api.sockets.open === 0, { within: 5_000, because: 'the socket to close' });
  });

  test('a defect of the work is passed on as it is', async () => {
    const defect = new TypeError('x is undefined');
    const work = () => Promise.reject(defect);
    await expect(connections.withCluster('demo', operation(), work)).rejects.toBe(defect);
  });
});

describe('F13: a cluster that hangs', () => {
  let proxy: FaultProxy;
  beforeEach(async () => {
    const target = { host: '127.0.0.1', port: Number(new URL(api.server).port) };
    proxy = await startFaultProxy({ target });
    proxy.set({ kind: 'blackHole' });
  });
  afterEach(() => proxy.close());
  const hole = (more: Partial<WorkloadOperation> = {}) =>
    operation({
      readKubeconfig: async () => aKubeconfig({ server: `http://127.0.0.1:${proxy.port}` }),
      deadline: 150,
      ...more,
    });

  test('costs its callers the deadline and the others nothing', async () => {
    const stuck = becauseOf(listNodes('hole', hole()));
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, index) => listNodes(`c-${index}`)),
    );
    expect(others).toHaveLength(20);
    expect(await stuck).toBe('no answer within 0.15 s');
  });

  test('counts the reading of its kubeconfig into the deadline', async () => {
    const readKubeconfig = () => new Promise<never>(() => undefined);
    const stuck = listNodes('hole', hole({ readKubeconfig }));
    expect(await becauseOf(stuck)).toBe('no answer within 0.15 s');
  });

  test('holds its bound of sockets, lets a few wait, and refuses the rest', async () => {
    await connections.close();
    connections = new WorkloadConnections({ limits: { concurrent: 2, queued: 3 } });
    const running = Array.from({ length: 8 }, () => becauseOf(listNodes('hole', hole())));
    await until(() => proxy.accepted() > 0, { within: 5_000, because: 'a connection' });
    expect(proxy.connections()).toBeLessThanOrEqual(2);
    const all = await Promise.all(running);
    const count = (because: string) => all.filter((each) => each === because).length;
    expect(count('too many operations are waiting for this cluster')).toBe(3);
    expect(count('no answer within 0.15 s')).toBe(5);
    proxy.clear();
    expect(await listNodes('hole', hole({ deadline: 5_000 }))).toEqual(['/api/v1/nodes']);
  });
});

describe('readKubeconfigSecret', () => {
  const endpoints = new Endpoints();
  afterEach(() => endpoints.destroy());
  const read = (namespace = 'capi') => {
    const rest = new KubeRest({ credentials: fixedCredentials({ server: api.server }), endpoints });
    return readKubeconfigSecret({ rest, namespace, cluster: 'demo' });
  };

  test('gives the text behind value', async () => {
    const value = Buffer.from('apiVersion: v1').toString('base64');
    api.play(({ path }, reply) =>
      path === '/api/v1/namespaces/capi/secrets/demo-kubeconfig'
        ? reply.json({ data: { value } })
        : reply.status(404, 'NotFound'),
    );
    expect(await read()).toBe('apiVersion: v1');
  });

  test.each<[string, (reply: Parameters<Parameters<ScriptedApi['play']>[0]>[1]) => void, string]>([
    [
      'missing',
      (reply) => reply.status(404, 'NotFound'),
      'kubeconfig Secret "demo-kubeconfig" missing',
    ],
    [
      'empty',
      (reply) => reply.json({ data: { value: '' } }),
      'kubeconfig Secret "demo-kubeconfig" holds no kubeconfig',
    ],
    [
      'without data',
      (reply) => reply.json({}),
      'kubeconfig Secret "demo-kubeconfig" holds no kubeconfig',
    ],
    [
      'no base64',
      (reply) => reply.json({ data: { value: '%' } }),
      'kubeconfig Secret "demo-kubeconfig" holds no kubeconfig',
    ],
    [
      'unreadable',
      (reply) => reply.status(503, 'ServiceUnavailable'),
      `kubeconfig Secret "demo-kubeconfig" can't be read: API answered 503: ServiceUnavailable`,
    ],
  ])('says when it is %s', async (_, answer, because) => {
    api.play((_request, reply) => answer(reply));
    expect(await becauseOf(read())).toBe(because);
  });
});

test('pods are listed in all namespaces, page by page', async () => {
  api.play(({ query }, reply) => {
    const next = query.get('continue') === null ? { continue: 'c' } : {};
    reply.json({ metadata: { resourceVersion: '1', ...next }, items: [query.get('limit')] });
  });
  const listed = await connections.withCluster('demo', operation(), ({ rest, signal }) =>
    listAll({ rest, path: resourcePath(pods), signal }, (raw) => raw),
  );
  expect(listed).toEqual(['500', '500']);
  expect(api.requests.map(({ path }) => path)).toEqual(['/api/v1/pods', '/api/v1/pods']);
});
