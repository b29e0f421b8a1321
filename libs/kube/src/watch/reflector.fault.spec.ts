import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startFaultProxy, until } from '@slipway/testing';
import { Endpoints } from '../rest/index.js';
import {
  aList,
  anObject,
  aReflector,
  aStatus,
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
const lines =
  (...events: unknown[]) =>
  (reply: Reply) => {
    reply.watch();
    for (const each of events) reply.line(each);
  };
const expired = aStatus(410, 'Expired');
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

describe('F6: 410', () => {
  const before = [anObject('changed', 1), anObject('kept', 2), anObject('vanished', 3)];
  const after = [anObject('changed', 11), anObject('fresh', 12), anObject('kept', 2)];
  const differences = ['vanished@3 gone', 'changed@1 > changed@11', 'new > fresh@12'];

  test.each<[string, (reply: Reply) => void]>([
    ['inside the stream', lines(bookmark(6), event('ERROR', expired))],
    ['inside the stream, called Gone', lines(bookmark(6), event('ERROR', aStatus(410, 'Gone')))],
    ['on open', (reply) => reply.json(expired, 410)],
  ])('%s lists again once and tells the differences once', async (_, gone) => {
    const { reflector, collection, told, go } = start();
    collection.list(aList(5, ...before), aList(20, ...after)).watch(gone, hold);
    go();
    await wait('the second watch', () => collection.watches.length === 2 && collection.open === 1);
    expect(told).toEqual(['seeded', ...differences]);
    expect(reflector.stats).toMatchObject({ relists: 1 });
    expect(collection.lists).toBe(2);
    expect(collection.watches[1]).toMatchObject({ resourceVersion: '20' });
  });

  test('on page 2 of a list begins the list again and tells nothing twice', async () => {
    const { collection, told, store, go } = start();
    const page = (reply: Reply) =>
      reply.json({
        metadata: { resourceVersion: '5', continue: 'c' },
        items: [anObject('phantom', 1)],
      });
    collection
      .list(page, (reply) => reply.json(expired, 410), aList(6, anObject('a', 1)))
      .watch(hold);
    go();
    await wait('the watch', () => collection.open === 1);
    expect(told).toEqual(['seeded']);
    expect(store.values().map(({ name }) => name)).toEqual(['a']);
    expect(collection.watches[0]).toMatchObject({ resourceVersion: '6' });
  });

  test('right after each list does not become a storm', async () => {
    const { collection, logger, go } = start();
    const at: number[] = [];
    const list = (reply: Reply) => {
      at.push(performance.now());
      aList(5)(reply, undefined as never);
    };
    collection.list(list).watch((reply) => reply.json(expired, 410));
    const stop = go();
    await wait('six lists', () => at.length >= 6);
    await stop();
    // Pauses of at least 5, 10, 20, 20, 20 ms: half of 10, 20, 40, 40, 40.
    expect(at[5]! - at[0]!).toBeGreaterThan(65);
    expect(logger.messages('warn')[0]).toBe('listing again');
  });
});

describe('F7: a watch that breaks', () => {
  test.each<[string, (reply: Reply) => void, { relists: number; from: string }]>([
    [
      'reset',
      (reply) => (lines(bookmark(7))(reply), setImmediate(() => reply.reset())),
      { relists: 0, from: '7' },
    ],
    [
      'cut inside an event',
      (reply) => (lines(bookmark(7))(reply), reply.bytes('{"type":"AD').end()),
      { relists: 1, from: '9' },
    ],
    [
      'garbage',
      (reply) => void (lines(bookmark(7))(reply), reply.bytes('<html>\n')),
      { relists: 1, from: '9' },
    ],
    [
      'no event',
      (reply) => void (lines(bookmark(7))(reply), reply.line({ type: 'PATCHED', object: {} })),
      { relists: 1, from: '9' },
    ],
    [
      'an event without a version',
      lines(bookmark(7), event('ADDED', { metadata: { name: 'x' } })),
      { relists: 1, from: '9' },
    ],
    [
      'an ERROR that is not 410',
      lines(bookmark(7), event('ERROR', aStatus(500, 'InternalError'))),
      { relists: 1, from: '9' },
    ],
    ['503 on open', (reply) => reply.status(503, 'ServiceUnavailable'), { relists: 1, from: '9' }],
  ])('by %s goes on after a pause', async (_, broken, { relists, from }) => {
    const { reflector, collection, store, logger, go } = start();
    collection.list(aList(5), aList(9)).watch(broken, lines(event('ADDED', anObject('a', 30))));
    go();
    await wait('the object', () => store.get('a'));
    expect(reflector.stats).toMatchObject({ relists, restarts: 1 });
    expect(collection.watches[1]).toMatchObject({ resourceVersion: from });
    expect(collection.most).toBe(1);
    expect(logger.messages('warn')).toHaveLength(1);
    expect(logger.messages('error')).toEqual([]);
  });

  test.each<[string, (reply: Reply) => void]>([
    ['after its head', hold],
    ['after an event', lines(bookmark(7))],
    ['before its head', () => undefined],
    ['inside an event', (reply) => void reply.watch().bytes('{"type":')],
  ])('by freezing %s is noticed by its own end', async (_, freeze) => {
    const { reflector, collection, store, go } = start({ watchSeconds: [0, 0], grace: 50 });
    collection.list(aList(5)).watch(freeze, lines(event('ADDED', anObject('a', 30))));
    go();
    await wait('the object', () => store.get('a'));
    expect(reflector.stats.relists).toBe(0);
    await wait('the frozen watch to close', () => collection.open <= 1);
  });

  test('by 1 byte at a time still gives its event when that ends in time', async () => {
    const { collection, store, go } = start();
    collection.list(aList(5)).watch((reply) => {
      reply.watch();
      const bytes = [...Buffer.from(`${JSON.stringify(event('ADDED', anObject('Größe', 6)))}\n`)];
      const drip = () => {
        const byte = bytes.shift();
        if (byte === undefined) return;
        reply.bytes(Uint8Array.of(byte));
        setImmediate(drip);
      };
      drip();
    });
    go();
    await wait('the object', () => store.get('Größe'));
  });

  test('with its server gone for a while comes back without listing', async () => {
    const proxy = await startFaultProxy({
      target: { host: '127.0.0.1', port: Number(new URL(api.server).port) },
    });
    const { reflector, collection, store, go } = start({}, `http://127.0.0.1:${proxy.port}`);
    collection.list(aList(5)).watch(lines(bookmark(7)), lines(event('ADDED', anObject('a', 8))));
    go();
    await wait('the watch', () => collection.open === 1);
    proxy.set({ kind: 'reset' });
    await wait('some attempts', () => reflector.stats.restarts > 3);
    proxy.clear();
    await wait('the object', () => store.get('a'));
    expect(reflector.stats.relists).toBe(0);
    await proxy.close();
  });
});

test('F8: recreated in a gap and recreated in the stream are both deleted, then created', async () => {
  const { collection, told, go } = start();
  collection
    .list(aList(5, anObject('a', 1)), aList(9, anObject('a', 8, 'uid-2')))
    .watch(
      lines(bookmark(6), event('ERROR', expired)),
      lines(
        event('MODIFIED', anObject('a', 10, 'uid-3')),
        event('DELETED', anObject('a', 11, 'uid-2')),
        event('MODIFIED', anObject('a', 12, 'uid-3')),
      ),
    );
  go();
  await wait('the last event', () => told.length === 6);
  expect(told).toEqual([
    'seeded',
    'a@1 gone',
    'new > a@8',
    'a@8 gone',
    'new > a@10',
    'a@10 > a@12',
  ]);
});
