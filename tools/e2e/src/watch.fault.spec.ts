import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { aCluster } from '@slipway/capi/builders';
import { httpChunk, until, type FaultProxy } from '@slipway/testing';
import { applyAll } from './stack/objects.js';
import { type Peer, peers } from './stack/peer.js';
import { startSimulatedPeer } from './stack/simulated-peer.js';
import { noticed, WatchedWorld } from './stack/watched-world.js';

/** Milliseconds for what comes after a fault is noticed: the backoff's first pause, a list, two cores. */
const recovery = 4_000;

const expired = {
  type: 'ERROR',
  object: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Expired', code: 410 },
};

describe.each(peers)('watching through $peer', ({ start }) => {
  let peer: Peer;
  let world: WatchedWorld;

  beforeAll(async () => {
    peer = await start();
    world = await WatchedWorld.start(peer);
    await world.populate();
  }, 120_000);

  afterEach(() => world?.proxy.clear());

  afterAll(async () => {
    await world?.stop();
    await peer?.stop();
  }, 60_000);

  describe('F7: a change is seen', () => {
    test.each<{
      fault: string;
      strike: (proxy: FaultProxy) => void;
      lasts: boolean;
      lists: number;
    }>([
      { fault: 'a reset', strike: (proxy) => proxy.resetAll(), lasts: false, lists: 0 },
      { fault: 'the clean end of a watch', strike: () => undefined, lasts: true, lists: 0 },
      { fault: 'a garbage line', strike: garbage('{"type":'), lasts: false, lists: 1 },
      {
        fault: 'a frozen stream',
        strike: (proxy) => proxy.set({ kind: 'freeze' }),
        lasts: true,
        lists: 0,
      },
      {
        fault: 'a stream of one byte a second',
        strike: (proxy) => proxy.set({ kind: 'trickle', milliseconds: 1_000 }),
        lasts: true,
        lists: 0,
      },
    ])('in time after $fault, and each kind is watched once', async ({ strike, lasts, lists }) => {
      await world.watchesJustOpened();
      const relists = await world.relists();
      const anew = lasts ? world.watchesAnew() : undefined;
      strike(world.proxy);
      const seen = await world.change();
      await anew;
      world.proxy.clear();
      expect(await seen()).toBeLessThan((lasts ? noticed : 0) + recovery);
      await world.oneWatchEach();
      await world.listedAgain(relists, lists);
    });
  });

  describe('F6: 410', () => {
    test('in a running watch: each kind is listed once', async () => {
      await world.watchesJustOpened();
      const relists = await world.relists();
      garbage(JSON.stringify(expired))(world.proxy);
      world.proxy.clear();
      expect(await (await world.change())()).toBeLessThan(recovery);
      await world.oneWatchEach();
      await world.listedAgain(relists, 1);
    });

    test('after a gap whose history is forgotten: what vanished is gone, what came is there', () =>
      gapWithoutHistory(world));

    test('on page 2 of a list: it begins again and is whole', async () => {
      const namespace = 'many';
      const { objects } = peer;
      await objects.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
      const names = Array.from({ length: 510 }, (_, index) => `many-${index}`);
      for (let from = 0; from < names.length; from += 30) {
        const some = names.slice(from, from + 30);
        await Promise.all(
          some.map((name) =>
            applyAll(objects, namespace, [
              aCluster(name)
                .with((draft) => delete draft.status)
                .build(),
            ]),
          ),
        );
      }
      const listed = await peer.lists('clusters');
      // Each request is held for a moment, in which the token of page 2 dies on its way.
      const weather = (proxy: FaultProxy) =>
        proxy.set({ kind: 'delay', milliseconds: 700, direction: 'request' });
      const many = await WatchedWorld.start(peer, { namespace, ready: false, weather });
      try {
        await until(async () => (await peer.lists('clusters')) > listed, {
          within: 20_000,
          because: 'page 1 to be asked for',
          every: 20,
        });
        await peer.expireLists();
        await many.shows(names);
        expect((await peer.lists('clusters')) - listed).toBe(4);
        expect(await many.relists()).toEqual([0, 0]);
      } finally {
        await many.stop();
      }
    }, 60_000);
  });

  describe('F8: deleted and made anew in a gap', () => {
    test.each([
      { gap: 'the watch goes on', forget: async () => undefined, lists: 0 },
      { gap: 'the history is forgotten', forget: () => peer.forgetHistory(), lists: 1 },
    ])('REST shows the new one when $gap', async ({ gap, forget, lists }) => {
      const before = (await world.stack.get('/kubernetes/clusters/demo')).json<Shown>();
      const [node] = (await world.stack.get('/kubernetes/clusters/demo/nodes')).json<Shown[]>();
      const relists = await world.relists();
      // Kubernetes dates by the second.
      await until(() => Date.now() > Date.parse(before.created_at) + 1_000, {
        within: 5_000,
        because: 'another second',
      });
      world.cutOff();
      const version = await world.recreate(gap);
      await forget();
      world.proxy.clear();
      const { text } = await world.stack.eventually(
        '/kubernetes/clusters/demo',
        (answer) => answer.json<Shown>().description === gap,
        'the new Cluster',
      );
      const after = JSON.parse(text) as Shown;
      expect(after.id).toBe(before.id);
      expect(Date.parse(after.created_at)).toBeGreaterThan(Date.parse(before.created_at));
      const nodes = await world.stack.eventually(
        '/kubernetes/clusters/demo/nodes',
        (answer) => answer.json<Shown[]>()[0]?.version === version,
        'the new Machine',
      );
      expect(nodes.json<Shown[]>()).toEqual([expect.objectContaining({ id: node!.id })]);
      await world.listedAgain(relists, lists);
    });
  });

  test('no watch is opened beside one that is open', async () => {
    await world.oneWatchEach();
    const until = performance.now() + noticed;
    let most = 0;
    while (performance.now() < until) most = Math.max(most, await peer.watches());
    expect(most).toBe(2);
  });
});

test('F6: 410 as the status of a watch is as good as one in its stream', async () => {
  const peer = await startSimulatedPeer({ expiredByStatus: true });
  const world = await WatchedWorld.start(peer);
  try {
    await world.populate();
    await gapWithoutHistory(world);
  } finally {
    await world.stop();
    await peer.stop();
  }
});

async function gapWithoutHistory(world: WatchedWorld): Promise<void> {
  const relists = await world.relists();
  world.cutOff();
  await world.replaceOther();
  const seen = await world.change();
  await world.peer.forgetHistory();
  world.proxy.clear();
  await seen();
  await world.shows(['demo', 'new']);
  await world.oneWatchEach();
  await world.listedAgain(relists, 1);
}

interface Shown {
  readonly id: string;
  readonly created_at: string;
  readonly description?: string;
  readonly version?: string;
}

/** One line in the midst of every stream that is open now. */
function garbage(line: string): (proxy: FaultProxy) => void {
  return (proxy) => proxy.set({ kind: 'garbage', bytes: httpChunk(`${line}\n`) });
}
