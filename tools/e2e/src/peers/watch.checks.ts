import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { httpChunk, until, type FaultProxy } from '@slipway/testing';
import { type Peer } from '../stack/peer.js';
import { noticed, WatchedWorld } from '../stack/watched-world.js';

/** Milliseconds for what comes after a fault is noticed: the backoff's first pause, a list, two cores. */
const recovery = 4_000;

const expired = {
  type: 'ERROR',
  object: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Expired', code: 410 },
};

/** Every test of them leaves the Clusters `demo` and either `other` or `new`, and the Machine `demo-1`. */
export function watchChecks(given: () => Peer): void {
  let peer: Peer;
  let world: WatchedWorld;

  beforeAll(async () => {
    peer = given();
    world = await WatchedWorld.start(peer);
    await world.populate();
  }, 60_000);

  afterEach(() => world?.proxy.clear());

  afterAll(() => world?.stop(), 60_000);

  describe('F7: a change is seen', () => {
    test.each<{
      fault: string;
      strike: (proxy: FaultProxy) => void;
      lasts: boolean;
      lists: number;
    }>([
      { fault: 'a reset', strike: (proxy) => proxy.resetAll(), lasts: false, lists: 0 },
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

    test('in time across the clean end of a watch, and none is opened beside one that is open', async () => {
      await world.watchesJustOpened();
      const relists = await world.relists();
      const anew = world.watchesAnew();
      const before = await world.change();
      expect(await world.mostWatches(anew)).toBe(2);
      expect(await before()).toBeLessThan(noticed + recovery);
      const after = await world.change();
      expect(await after()).toBeLessThan(recovery);
      await world.oneWatchEach();
      await world.listedAgain(relists, 0);
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

    test('on page 2 of a list: it begins again and is whole', async () => {
      await world.watchesJustOpened();
      const lists = async () => (await peer.lists('clusters'))[0]!;
      const [relists, asked] = [await world.relists(), await lists()];
      garbage('{"type":')(world.proxy);
      // Page 1 is answered and waits here until the token for page 2 is dead.
      world.proxy.set({ kind: 'delay', milliseconds: 60_000, direction: 'response' });
      await until(async () => (await lists()) > asked, {
        within: 10_000,
        because: 'page 1 to be asked for',
      });
      await peer.expireLists();
      world.proxy.clear();
      await world.oneWatchEach();
      await world.listedAgain(relists, 1);
      expect((await lists()) - asked).toBe(4);
      await world.shows(['demo', 'other']);
    });
  });

  test('F8: deleted and made anew in a gap: REST shows the new one', async () => {
    await world.watchesJustOpened();
    const relists = await world.relists();
    const recreated = await gap(world);
    world.proxy.clear();
    await recreated();
    await world.listedAgain(relists, 0);
  });

  test('F6, F8: a gap whose history is forgotten: gone, come, made anew and changed are seen', () =>
    gapWithoutHistory(world));
}

/** What happens in it is learnt from a list, since no watch can tell it any more. */
export async function gapWithoutHistory(world: WatchedWorld): Promise<void> {
  const relists = await world.relists();
  const recreated = await gap(world);
  await world.replaceOther();
  const seen = await world.change();
  await world.peer.forgetHistory();
  world.proxy.clear();
  await seen();
  await recreated();
  await world.shows(['demo', 'new']);
  await world.oneWatchEach();
  await world.listedAgain(relists, 1);
}

/**
 * Cuts the line and makes `demo` and its Machine anew behind it. The result resolves once REST shows
 * the new ones under the ids of the old.
 */
async function gap(world: WatchedWorld): Promise<() => Promise<void>> {
  const { stack } = world;
  const before = (await stack.get('/kubernetes/clusters/demo')).json<Shown>();
  const [node] = (await stack.get('/kubernetes/clusters/demo/nodes')).json<Shown[]>();
  // Kubernetes dates by the second.
  await until(() => Date.now() > Date.parse(before.created_at) + 1_000, {
    within: 5_000,
    because: 'another second',
  });
  world.cutOff();
  const vm = await world.recreate();
  return async () => {
    const { text } = await stack.eventually(
      '/kubernetes/clusters/demo',
      (answer) => Date.parse(answer.json<Shown>().created_at) > Date.parse(before.created_at),
      'the new Cluster',
    );
    expect((JSON.parse(text) as Shown).id).toBe(before.id);
    const nodes = await stack.eventually(
      '/kubernetes/clusters/demo/nodes',
      (answer) => answer.json<Shown[]>()[0]?.vm_id === vm,
      'the new Machine',
    );
    expect(nodes.json<Shown[]>()).toEqual([expect.objectContaining({ id: node!.id })]);
  };
}

interface Shown {
  readonly id: string;
  readonly created_at: string;
  readonly vm_id?: string;
}

/** One line in the midst of every stream that is open now. */
function garbage(line: string): (proxy: FaultProxy) => void {
  return (proxy) => proxy.set({ kind: 'garbage', bytes: httpChunk(`${line}\n`) });
}
