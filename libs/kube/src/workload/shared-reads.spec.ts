import { describe, expect, test } from '@jest/globals';
import { SharedReads } from './index.js';

/** Counts how often it is begun; ends when told, or with its signal. */
function aRead() {
  const begun: AbortSignal[] = [];
  let finish: (value: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const start = (signal: AbortSignal) => {
    begun.push(signal);
    return new Promise<string>((resolve, reject) => {
      finish = resolve;
      fail = reject;
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  return {
    start,
    begun,
    finish: (value: string) => finish(value),
    fail: (error: Error) => fail(error),
  };
}

describe('SharedReads', () => {
  test('two equal reads at once are one, and others are their own', async () => {
    const reads = new SharedReads();
    const one = aRead();
    const other = aRead();
    const results = [
      reads.read('demo/pods', undefined, one.start),
      reads.read('demo/pods', undefined, one.start),
      reads.read('demo/nodes', undefined, other.start),
    ];
    one.finish('pods');
    other.finish('nodes');
    expect(await Promise.all(results)).toEqual(['pods', 'pods', 'nodes']);
    expect([one.begun.length, other.begun.length]).toEqual([1, 1]);
    expect(reads.running).toBe(0);
  });

  test('one after the other are two: nothing is remembered', async () => {
    const reads = new SharedReads();
    const read = aRead();
    for (const value of ['first', 'second']) {
      const result = reads.read('k', undefined, read.start);
      read.finish(value);
      expect(await result).toBe(value);
    }
    expect(read.begun).toHaveLength(2);
  });

  test('a failure reaches all who wait, and is not remembered', async () => {
    const reads = new SharedReads();
    const read = aRead();
    const results = [1, 2].map(() => reads.read('k', undefined, read.start));
    read.fail(new Error('unreachable'));
    for (const result of results) await expect(result).rejects.toThrow('unreachable');
    expect(reads.running).toBe(0);
  });

  test('one who leaves takes only themselves away', async () => {
    const reads = new SharedReads();
    const read = aRead();
    const leaver = new AbortController();
    const reason = new Error('left');
    const left = reads.read('k', leaver.signal, read.start);
    const stays = reads.read('k', new AbortController().signal, read.start);
    leaver.abort(reason);
    await expect(left).rejects.toBe(reason);
    expect(read.begun[0]!.aborted).toBe(false);
    read.finish('value');
    expect(await stays).toBe('value');
  });

  test('when the last has left it is aborted, and a newcomer begins afresh', async () => {
    const reads = new SharedReads();
    const read = aRead();
    const leavers = [new AbortController(), new AbortController()];
    const left = leavers.map(({ signal }) => reads.read('k', signal, read.start));
    for (const leaver of leavers) leaver.abort(new Error('left'));
    for (const result of left) await expect(result).rejects.toThrow('left');
    expect(read.begun[0]!.aborted).toBe(true);
    expect(reads.running).toBe(0);
    const fresh = reads.read('k', undefined, read.start);
    expect(read.begun).toHaveLength(2);
    read.finish('fresh');
    expect(await fresh).toBe('fresh');
  });

  test('one who has already left begins nothing', async () => {
    const reads = new SharedReads();
    const read = aRead();
    await expect(reads.read('k', AbortSignal.abort(new Error('left')), read.start)).rejects.toThrow(
      'left',
    );
    expect(read.begun).toHaveLength(0);
  });
});
