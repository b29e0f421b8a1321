import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@slipway/service/testing';
import { configMap } from '../conformance/objects.js';
import { managementKinds } from '../kinds/index.js';
import { HttpClient } from '../testing/http-client.js';
import { simulatorToken, viewerToken } from '../testing/targets.js';
import {
  at,
  admin,
  startApiServer,
  viewer,
  type ApiServer,
  type Kind,
  type Tree,
} from './index.js';

const kindOf = (name: string): Kind => {
  const kind = managementKinds.find((one) => one.kind === name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
};

const configMaps = '/api/v1/namespaces/default/configmaps';

/** What only the simulator can show at will. */
describe('the simulator', () => {
  let server: ApiServer;
  let client: HttpClient;
  let clock: ManualClock;

  beforeEach(async () => {
    clock = new ManualClock();
    server = await startApiServer({
      kinds: managementKinds,
      users: { [simulatorToken]: admin(), [viewerToken]: viewer() },
      clock,
      historyLimit: 20,
      watchBufferBytes: 1024 * 1024,
    });
    client = new HttpClient(server.kubeconfig(simulatorToken));
    server.store.write(kindOf('Namespace'), {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'default' },
    });
  });

  afterEach(() => server.close());

  const fill = (count: number) => {
    for (let number = 0; number < count; number++)
      server.store.write(kindOf('ConfigMap'), {
        ...configMap(`map-${String(number).padStart(5, '0')}`),
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: `map-${String(number).padStart(5, '0')}`, namespace: 'default' },
      });
  };
  const get = (path: string) => client.ask({ method: 'GET', path });
  const first = async (path: string): Promise<Tree> => {
    for await (const { type, object } of client.watch(path)) return { type, object };
    return {};
  };

  test('says that it is one', async () => {
    expect((await get('/version')).body).toMatchObject({ gitVersion: 'v1.34.4-sim' });
  });

  test('a watch from before a compaction gets 410 inside its stream', async () => {
    fill(2);
    server.compact();
    const event = await first(`${configMaps}?watch=1&resourceVersion=2`);
    expect(event).toMatchObject({
      type: 'ERROR',
      object: { kind: 'Status', reason: 'Expired', code: 410 },
    });
    expect(at(event, 'object', 'message')).toBe('too old resource version: 2 (4)');
  });

  test('told to, it says 410 before the stream opens', async () => {
    const old = await startApiServer({
      kinds: managementKinds,
      users: { t: admin() },
      expiredByStatus: true,
    });
    old.store.write(kindOf('Namespace'), {
      ...{ apiVersion: 'v1', kind: 'Namespace' },
      metadata: { name: 'default' },
    });
    old.compact();
    const path = `${configMaps}?watch=1&resourceVersion=1`;
    const answer = await new HttpClient(old.kubeconfig('t')).ask({ method: 'GET', path });
    expect(answer).toMatchObject({ status: 410, body: { reason: 'Expired' } });
    await until(() => old.openWatches === 0);
    await old.close();
  });

  test('a watch from the version of the compaction goes on', async () => {
    fill(2);
    server.compact();
    const event = first(`${configMaps}?watch=1&resourceVersion=${server.store.resourceVersion}`);
    fill(3);
    expect(await event).toMatchObject({ type: 'MODIFIED' });
  });

  test('the history forgets its oldest changes by itself', async () => {
    fill(40);
    expect(await first(`${configMaps}?watch=1&resourceVersion=3`)).toMatchObject({ type: 'ERROR' });
    const late = server.store.resourceVersion - 10;
    expect(await first(`${configMaps}?watch=1&resourceVersion=${late}`)).toMatchObject({
      type: 'ADDED',
    });
  });

  test('a page asked for after its token expired gets 410 and a token for the state of now', async () => {
    fill(4);
    const page = await get(`${configMaps}?limit=2`);
    server.expireContinueTokens();
    const next = await get(
      `${configMaps}?limit=2&continue=${String(at(page.body, 'metadata', 'continue'))}`,
    );
    expect(next.status).toBe(410);
    expect(next.body).toMatchObject({ reason: 'Expired' });
    fill(5);
    const rest = await get(
      `${configMaps}?continue=${String(at(next.body, 'metadata', 'continue'))}`,
    );
    expect(rest.body['items']).toHaveLength(3);
  });

  test('later pages do not show what changed after the first', async () => {
    fill(4);
    const page = await get(`${configMaps}?limit=2`);
    fill(8);
    const next = await get(
      `${configMaps}?limit=2&continue=${String(at(page.body, 'metadata', 'continue'))}`,
    );
    expect(next.body).toMatchObject({
      metadata: { resourceVersion: at(page.body, 'metadata', 'resourceVersion') },
      items: [{ metadata: { name: 'map-00002' } }, { metadata: { name: 'map-00003' } }],
    });
    expect(at(next.body, 'metadata', 'continue')).toBeUndefined();
  });

  test('bookmarks come at their interval and on demand, to watches that allow them', async () => {
    const path = `${configMaps}?watch=1&resourceVersion=${server.store.resourceVersion}`;
    const bookmarks = client.watch(`${path}&allowWatchBookmarks=true`);
    const one = bookmarks.next();
    await until(() => server.openWatches === 1);
    await clock.advance(10_000);
    expect((await one).value).toMatchObject({ type: 'BOOKMARK', object: { kind: 'ConfigMap' } });
    const two = bookmarks.next();
    server.bookmark();
    expect((await two).value).toMatchObject({ type: 'BOOKMARK' });
    await bookmarks.return(undefined);
  });

  test('a watcher that does not read is cut, one that reads goes on', async () => {
    const path = `${configMaps}?watch=1&resourceVersion=${server.store.resourceVersion}`;
    const [slow, quick] = [client.watch(path), client.watch(path)];
    const opened = [slow.next(), quick.next()];
    await until(() => server.openWatches === 2);
    fill(1);
    await Promise.all(opened);
    let read = 1;
    const reading = (async () => {
      for await (const { object } of quick) {
        read++;
        if (at(object, 'data', 'last') !== undefined) break;
      }
    })();
    const write = (data: Tree) =>
      server.store.write(kindOf('ConfigMap'), {
        ...{ apiVersion: 'v1', kind: 'ConfigMap', data },
        metadata: { name: 'big', namespace: 'default' },
      });
    const text = 'x'.repeat(400_000);
    for (let written = 2; server.openWatches > 1 && written < 500; written++) {
      write({ text });
      await until(() => read === written);
    }
    expect(server.openWatches).toBe(1);
    write({ last: 'one' });
    await reading;
    await slow.return(undefined);
    await until(() => server.openWatches === 0);
    expect(server.store.listeners).toBe(0);
  });

  test('an aborted watch leaves nothing behind', async () => {
    const path = `${configMaps}?watch=1&resourceVersion=${server.store.resourceVersion}`;
    for (let round = 0; round < 20; round++) {
      const events = client.watch(path);
      const one = events.next();
      await until(() => server.openWatches === 1);
      fill(1);
      await one;
      await events.return(undefined);
      await until(() => server.openWatches === 0);
    }
    expect({ listeners: server.store.listeners, timers: clock.pending }).toEqual({
      listeners: 0,
      timers: 0,
    });
  });

  test('a viewer reads and is forbidden the rest', async () => {
    expect((await client.ask({ method: 'GET', path: configMaps, token: viewerToken })).status).toBe(
      200,
    );
    const answer = await client.ask({
      method: 'POST',
      path: configMaps,
      body: configMap('no'),
      token: viewerToken,
    });
    expect(answer.status).toBe(403);
    expect(answer.body['message']).toBe(
      'configmaps is forbidden: User "viewer" cannot create resource "configmaps" in API group "" in the namespace "default"',
    );
  });

  test('the hooks can be pulled over HTTP, by who may write', async () => {
    fill(1);
    const compact = { method: 'POST', path: '/simulator/compact' };
    expect((await client.ask({ ...compact, token: viewerToken })).status).toBe(403);
    expect((await client.ask(compact)).status).toBe(200);
    expect(await first(`${configMaps}?watch=1&resourceVersion=1`)).toMatchObject({ type: 'ERROR' });
  });

  test('counts requests by verb and resource', async () => {
    await get(configMaps);
    await get(configMaps);
    await get('/api/v1/nodes/none');
    expect(Object.fromEntries(server.requests)).toEqual({ 'list configmaps': 2, 'get nodes': 1 });
  });

  test('a deleted namespace takes what it holds along', async () => {
    fill(2);
    await client.ask({ method: 'DELETE', path: '/api/v1/namespaces/default' });
    expect((await get(configMaps)).body['items']).toEqual([]);
  });

  test('a port that is taken is an error that names it', async () => {
    const port = Number(new URL(server.url).port);
    const second = startApiServer({ kinds: managementKinds, users: {}, port });
    await expect(second).rejects.toThrow(`EADDRINUSE: address already in use 127.0.0.1:${port}`);
  });

  test('serves plain http when told to', async () => {
    const plain = await startApiServer({
      kinds: managementKinds,
      users: { t: admin() },
      tls: false,
    });
    const answer = await new HttpClient(plain.kubeconfig('t')).ask({
      method: 'GET',
      path: '/api/v1/nodes',
    });
    expect(answer.body).toMatchObject({ kind: 'NodeList', items: [] });
    await plain.close();
  });

  test('lists 10,000 objects by 500 without delay', async () => {
    fill(10_000);
    const start = performance.now();
    let [count, token] = [0, ''];
    do {
      const { body } = await get(`${configMaps}?limit=500&continue=${token}`);
      count += (body['items'] as unknown[]).length;
      token = String(at(body, 'metadata', 'continue') ?? '');
    } while (token);
    expect(count).toBe(10_000);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

/** Polls a condition that another socket brings about. */
async function until(holds: () => boolean): Promise<void> {
  const start = performance.now();
  while (!holds()) {
    if (performance.now() - start > 5000) throw new Error('the condition did not come true in 5 s');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
