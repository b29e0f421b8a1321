import { beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@slipway/service/testing';
import { type Cached, Freshness } from './index.js';

let clock: ManualClock;
let cache: Map<string, Cached>;
let freshness: Freshness;
beforeEach(() => {
  clock = new ManualClock();
  cache = new Map();
  const cached = (kind: string, name: string) => cache.get(`${kind} ${name}`);
  freshness = new Freshness({ cached, clock, patience: 2_000 });
});

const signal = new AbortController().signal;
const written = (resourceVersion: string, name = 'demo') =>
  freshness.written({ kind: 'Cluster', name, uid: 'u', resourceVersion });
function arrives(resourceVersion: string, { name = 'demo', uid = 'u' } = {}) {
  cache.set(`Cluster ${name}`, { uid, resourceVersion });
  freshness.cached('Cluster', name);
}

/** Whether a read begun now is held. */
async function held(): Promise<boolean> {
  let done = false;
  const read = freshness.caughtUp(signal).then(() => (done = true));
  await clock.advance(0);
  const was = !done;
  void read;
  return was;
}

describe('a read', () => {
  test('of an idle cache is not held', async () => {
    expect(await held()).toBe(false);
  });

  test.each<[string, string[], boolean]>([
    ['until the version written is there', ['7'], false],
    ['by an older version still', ['6'], true],
    ['no more by a newer one', ['8'], false],
    ['no more by a newer one with more digits', ['10'], false],
    ['by the version before, then by none', ['6', '7'], false],
  ])('is held %s', async (_, arrivals, expected) => {
    written('7');
    expect(await held()).toBe(true);
    for (const each of arrivals) arrives(each);
    expect(await held()).toBe(expected);
  });

  test('is not held by what the cache has already', async () => {
    arrives('9');
    written('7');
    expect(await held()).toBe(false);
  });

  test('waits for equality where versions are no numbers', async () => {
    written('b');
    arrives('c');
    expect(await held()).toBe(true);
    arrives('b');
    expect(await held()).toBe(false);
  });

  test('is held until what was deleted has left, or another has its name', async () => {
    arrives('5');
    written('');
    expect(await held()).toBe(true);
    arrives('6');
    expect(await held()).toBe(true);
    arrives('7', { uid: 'other' });
    expect(await held()).toBe(false);
  });

  test('is held by the last of several writes', async () => {
    written('7');
    written('9');
    arrives('7');
    expect(await held()).toBe(true);
    arrives('9');
    expect(await held()).toBe(false);
  });

  test('goes on after two seconds, and nothing is left of the wait', async () => {
    written('7');
    const read = freshness.caughtUp(signal);
    await clock.advance(2_000);
    await read;
    expect([freshness.waiting, clock.pending]).toEqual([0, 0]);
  });

  test('ends with its caller', async () => {
    written('7');
    const caller = new AbortController();
    const read = freshness.caughtUp(caller.signal);
    caller.abort(new Error('left'));
    await expect(read).rejects.toThrow('left');
  });
});
