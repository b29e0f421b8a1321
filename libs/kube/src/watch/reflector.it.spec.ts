import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '@slipway/testing';
import { Endpoints } from '../rest/index.js';
import {
  aList,
  anObject,
  aReflector,
  bookmark,
  event,
  type Reply,
  type ScriptedApi,
  startScriptedApi,
} from '../testing/index.js';
import type { ReflectorTiming } from './index.js';

let api: ScriptedApi;
let endpoints: Endpoints;
const running: (() => Promise<void>)[] = [];
// A server for each test: a request that a stopped reflector left on its way must not use up the next
// one's script.
beforeEach(async () => {
  endpoints = new Endpoints();
  api = await startScriptedApi();
});
afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
  await endpoints.destroy();
  await api.close();
});

const hold = (reply: Reply) => void reply.watch();
const end = (reply: Reply) => reply.watch().end();
const lines =
  (...events: unknown[]) =>
  (reply: Reply) => {
    reply.watch();
    for (const each of events) reply.line(each);
  };
const wait = <T>(because: string, condition: () => T) =>
  until(condition, { within: 10_000, because, every: 5 });

function start(timing: Partial<ReflectorTiming> = {}, server?: string) {
  const { go, ...started } = aReflector({ api, endpoints, timing, server });
  const run = () => {
    const stop = go();
    running.push(stop);
    return stop;
  };
  return { ...started, go: run };
}

test('lists by pages, then watches on from the list: add, change, delete, bookmark', async () => {
  const { reflector, store, collection, told, go } = start();
  collection
    .list(
      (reply) =>
        reply.json({
          metadata: { resourceVersion: '5', continue: 'c' },
          items: [anObject('a', 1)],
        }),
      aList(5, anObject('b', 2)),
    )
    .watch((reply) => {
      lines(
        event('ADDED', anObject('c', 6)),
        event('MODIFIED', anObject('a', 7)),
        event('DELETED', anObject('b', 8)),
        bookmark(20),
      )(reply);
      reply.end();
    }, hold);
  expect(reflector.stats).toMatchObject({ synced: false, lastContact: undefined });
  go();
  await wait('the second watch', () => collection.watches.length === 2);
  expect(told).toEqual(['seeded', 'new > c@6', 'a@1 > a@7', 'b@2 gone']);
  expect(store.values().map(({ name }) => name)).toEqual(['a', 'c']);
  expect(JSON.stringify(store.values())).not.toContain('managedFields');
  const query = { watch: '1', allowWatchBookmarks: 'true', timeoutSeconds: '30' };
  expect(collection.watches).toEqual([
    { ...query, resourceVersion: '5' },
    { ...query, resourceVersion: '20' },
  ]);
  expect(reflector.stats).toMatchObject({ synced: true, relists: 0, restarts: 1, unreadable: 0 });
  expect(reflector.stats.lastContact).toBeGreaterThan(0);
});

test('a quiet watch that ends in time is resumed at once, and is no failure', async () => {
  const { reflector, collection, logger, go } = start({ short: 0 });
  collection.list(aList(5)).watch(end, end, end, end, end, end, end, hold);
  go();
  await wait('eight watches', () => collection.watches.length === 8);
  expect(reflector.stats).toMatchObject({ relists: 0, restarts: 7 });
  expect(logger.lines).toEqual([]);
});

test('watches that end at once, five in a row, drop the version', async () => {
  const { reflector, collection, go } = start({ short: 60_000 });
  collection.list(aList(5), aList(9)).watch(end, end, end, end, end, hold);
  go();
  await wait('the watch after the list', () => collection.watches.length === 6);
  expect(collection.watches.map(({ resourceVersion }) => resourceVersion)).toEqual([
    '5',
    '5',
    '5',
    '5',
    '5',
    '9',
  ]);
  expect(reflector.stats.relists).toBe(1);
});

test('a list that fails is repeated with pauses and nothing is half known', async () => {
  const { reflector, collection, store, told, go } = start();
  const page = (reply: Reply) =>
    reply.json({ metadata: { resourceVersion: '5', continue: 'c' }, items: [anObject('a', 1)] });
  collection
    .list(
      page,
      (reply) => reply.status(503, 'ServiceUnavailable'),
      (reply) => reply.reset(),
      page,
      aList(5, anObject('b', 1)),
    )
    .watch(hold);
  go();
  await wait('three lists', () => collection.lists >= 3);
  expect(reflector.stats.synced).toBe(collection.lists >= 5);
  await wait('the watch', () => collection.open === 1);
  expect(store.size).toBe(2);
  expect(told).toEqual(['seeded']);
});

test('an object that turns unreadable is gone, and comes back when it is readable', async () => {
  const { reflector, collection, told, logger, go } = start();
  collection
    .list(aList(5, anObject('bad-1', 1), anObject('a', 1)))
    .watch(
      lines(
        event('ADDED', anObject('bad-2', 6)),
        event('MODIFIED', anObject('bad-2', 7)),
        event('DELETED', anObject('bad-1', 8)),
        event('MODIFIED', anObject('a', 9)),
      ),
    );
  go();
  await wait('the last event', () => told.length === 2);
  expect(told).toEqual(['seeded', 'a@1 > a@9']);
  expect(reflector.stats.unreadable).toBe(1);
  expect(logger.messages('warn')).toHaveLength(2);
});

describe('stopping', () => {
  test('during a list leaves no watch and no socket', async () => {
    const { collection, go } = start();
    const before = api.sockets.open;
    collection.list(() => undefined).watch(hold);
    const stop = go();
    await wait('the list', () => collection.lists === 1);
    await stop();
    await wait('the socket to close', () => api.sockets.open <= before);
    expect(collection.watches).toEqual([]);
  });

  test('during a watch, and during a pause, ends at once and quietly', async () => {
    const watching = start();
    watching.collection.list(aList(5)).watch(hold);
    const stopWatching = watching.go();
    await wait('the watch', () => watching.collection.open === 1);
    await stopWatching();
    await wait('the watch to close', () => watching.collection.open === 0);
    expect(watching.logger.lines).toEqual([]);

    const pausing = start();
    pausing.collection.list((reply) => reply.status(500, 'InternalError')).watch(hold);
    const stopPausing = pausing.go();
    await wait('a failed list', () => pausing.logger.lines.length > 0);
    await stopPausing();
    const { lists } = pausing.collection;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(pausing.collection.lists).toBe(lists);
  });
});
