import { describe, expect, test } from '@jest/globals';
import { Bulkhead, BulkheadFull } from './bulkhead.js';

const forever = new AbortController().signal;
const turns = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

/** Work that ends when told. */
function aTask(name: string, begun: string[]) {
  let finish: () => void = () => undefined;
  const end = new Promise<void>((resolve) => (finish = resolve));
  const work = async () => {
    begun.push(name);
    await end;
    return name;
  };
  return { work, finish };
}

describe('Bulkhead', () => {
  test('runs up to its bound at once, then in order of arrival', async () => {
    const bulkhead = new Bulkhead({ concurrent: 2, queued: 9 });
    const begun: string[] = [];
    const tasks = ['a', 'b', 'c', 'd'].map((name) => aTask(name, begun));
    const results = tasks.map(({ work }) => bulkhead.run('k', forever, work));
    await turns();
    expect(begun).toEqual(['a', 'b']);
    tasks[1]!.finish();
    await results[1];
    await turns();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const { finish } of tasks) finish();
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
    expect(bulkhead.busy).toBe(0);
  });

  test('keeps keys apart', async () => {
    const bulkhead = new Bulkhead({ concurrent: 1, queued: 0 });
    const begun: string[] = [];
    const stuck = aTask('stuck', begun);
    const first = bulkhead.run('one', forever, stuck.work);
    expect(await bulkhead.run('other', forever, async () => 'free')).toBe('free');
    stuck.finish();
    await first;
    expect(bulkhead.busy).toBe(0);
  });

  test('refuses at once beyond its queue', async () => {
    const bulkhead = new Bulkhead({ concurrent: 1, queued: 1 });
    const tasks = ['a', 'b'].map((name) => aTask(name, []));
    const results = tasks.map(({ work }) => bulkhead.run('k', forever, work));
    await expect(bulkhead.run('k', forever, async () => 'c')).rejects.toThrow(BulkheadFull);
    for (const { finish } of tasks) finish();
    await Promise.all(results);
    expect(await bulkhead.run('k', forever, async () => 'c')).toBe('c');
  });

  test('one that leaves the queue frees its place there, and its work never begins', async () => {
    const bulkhead = new Bulkhead({ concurrent: 1, queued: 1 });
    const begun: string[] = [];
    const first = aTask('a', begun);
    const running = bulkhead.run('k', forever, first.work);
    const leaver = new AbortController();
    const reason = new Error('left');
    const left = bulkhead.run('k', leaver.signal, aTask('b', begun).work);
    leaver.abort(reason);
    await expect(left).rejects.toBe(reason);
    const third = bulkhead.run('k', forever, async () => 'c');
    first.finish();
    expect(await third).toBe('c');
    await running;
    expect(begun).toEqual(['a']);
    expect(bulkhead.busy).toBe(0);
  });

  test('work that fails frees its place', async () => {
    const bulkhead = new Bulkhead({ concurrent: 1, queued: 0 });
    const fail = async () => {
      throw new Error('defect');
    };
    await expect(bulkhead.run('k', forever, fail)).rejects.toThrow('defect');
    expect(bulkhead.busy).toBe(0);
  });
});
