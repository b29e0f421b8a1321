import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { at, type Tree } from '../api/index.js';
import { type WatchEvent } from '../testing/http-client.js';
import { type Target } from '../testing/targets.js';
import { configMap, merge } from './objects.js';
import { dropNamespace, freshNamespace, targetsFor } from './targets-table.js';

const version = (object: Tree): string => String(at(object, 'metadata', 'resourceVersion'));

/** Events as `TYPE name`, which is what most tests care for. */
const told = (events: readonly WatchEvent[]): string[] =>
  events.map(({ type, object }) => `${type} ${String(at(object, 'metadata', 'name'))}`);

describe.each(targetsFor('watches'))('%s', (_, start) => {
  let target: Target;
  let namespace: string;
  let configMaps: string;

  beforeAll(async () => {
    target = await start();
    namespace = await freshNamespace(target);
    configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  });

  afterAll(async () => {
    await dropNamespace(target, namespace);
    await target.close();
  });

  const create = async (name: string, labels: Record<string, string>) => {
    const body = configMap(name, { labels });
    const { status } = await target.client.ask({ method: 'POST', path: configMaps, body });
    expect(status).toBe(201);
  };
  const patch = async (name: string, body: Tree) => {
    const path = `${configMaps}/${name}`;
    const { status } = await target.client.ask({ method: 'PATCH', path, body, type: merge });
    expect(status).toBe(200);
  };
  const remove = (name: string) =>
    target.client.ask({ method: 'DELETE', path: `${configMaps}/${name}` });
  const listVersion = async () =>
    version((await target.client.ask({ method: 'GET', path: configMaps })).body);

  /** Reads a watch to its end, or up to so many events. */
  async function watch(query: string, count = Infinity): Promise<WatchEvent[]> {
    const events: WatchEvent[] = [];
    for await (const event of target.client.watch(`${configMaps}?watch=1&${query}`)) {
      events.push(event);
      if (events.length === count) break;
    }
    return events;
  }

  test('replays what happened since a version, each change with its own version', async () => {
    const since = await listVersion();
    await create('replayed', { app: 'replay' });
    await patch('replayed', { data: { a: 'c' } });
    await remove('replayed');
    const events = await watch(`resourceVersion=${since}&labelSelector=app%3Dreplay`, 3);
    expect(told(events)).toEqual(['ADDED replayed', 'MODIFIED replayed', 'DELETED replayed']);
    const versions = events.map(({ object }) => version(object));
    expect(new Set(versions).size).toBe(3);
    // A deletion carries the last content under the version of the deletion.
    expect(at(events[2]?.object, 'data', 'a')).toBe('c');
  });

  test('goes on with what happens while it is open', async () => {
    const since = await listVersion();
    const events = watch(`resourceVersion=${since}&labelSelector=app%3Dlive`, 2);
    await create('live', { app: 'live' });
    await patch('live', { data: { a: 'd' } });
    expect(told(await events)).toEqual(['ADDED live', 'MODIFIED live']);
  });

  test('an object that leaves the selection is DELETED as it last was, one that enters ADDED', async () => {
    await create('mover', { app: 'mover', in: 'yes' });
    const since = await listVersion();
    await patch('mover', { metadata: { labels: { in: null } }, data: { a: 'outside' } });
    await patch('mover', { metadata: { labels: { in: 'yes' } } });
    const events = await watch(`resourceVersion=${since}&labelSelector=app%3Dmover,in`, 2);
    expect(told(events)).toEqual(['DELETED mover', 'ADDED mover']);
    expect(at(events[0]?.object, 'data', 'a')).toBe('b');
    expect(Number(version(events[0]?.object ?? {}))).toBeGreaterThan(Number(since));
  });

  test('without a version, or from 0, starts with what is there', async () => {
    await create('present', { app: 'present' });
    for (const query of ['', 'resourceVersion=0&'])
      expect(told(await watch(`${query}labelSelector=app%3Dpresent`, 1))).toEqual([
        'ADDED present',
      ]);
  });

  test('ends cleanly after its timeout', async () => {
    const query = `resourceVersion=${await listVersion()}&timeoutSeconds=1`;
    expect(await watch(query)).toEqual([]);
  });

  test('can stream the present state and mark its end', async () => {
    const query =
      'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&labelSelector=app%3Dpresent';
    const events = await watch(query, 2);
    expect(events.map(({ type }) => type)).toEqual(['ADDED', 'BOOKMARK']);
    const { object } = events[1] ?? { object: {} };
    expect(object).toMatchObject({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } },
    });
  });

  test.each([
    ['sendInitialEvents=true', 422],
    ['resourceVersionMatch=NotOlderThan', 422],
    ['labelSelector=a%20b', 400],
    ['resourceVersion=abc', 500],
  ])('refuses %s before the stream opens', async (query, status) => {
    const path = `${configMaps}?watch=1&timeoutSeconds=1&${query}`;
    expect((await target.client.ask({ method: 'GET', path })).status).toBe(status);
  });

  test('a recreated object is DELETED, then ADDED with another uid', async () => {
    await create('again', { app: 'again' });
    const since = await listVersion();
    await remove('again');
    await create('again', { app: 'again' });
    const events = await watch(`resourceVersion=${since}&fieldSelector=metadata.name%3Dagain`, 2);
    expect(told(events)).toEqual(['DELETED again', 'ADDED again']);
    const [gone, born] = events.map(({ object }) => at(object, 'metadata', 'uid'));
    expect(gone).not.toBe(born);
  });
});
