import { getEventListeners } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { linked } from './linked.js';

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('linked', () => {
  test('follows whichever parent aborts first, with its reason, and lets go of the others', () => {
    const first = new AbortController();
    const second = new AbortController();
    const link = linked(first.signal, undefined, second.signal);
    second.abort('second');
    first.abort('first');
    expect(link.signal.reason).toBe('second');
    expect([listeners(first.signal), listeners(second.signal)]).toEqual([0, 0]);
  });

  test('is aborted from the start when a parent is, and listens to no other', () => {
    const other = new AbortController();
    const link = linked(other.signal, AbortSignal.abort('over'));
    expect(link.signal.reason).toBe('over');
    expect(listeners(other.signal)).toBe(0);
  });

  test('its promise rejects with the reason, also for who asks late', async () => {
    const link = linked();
    link.abort('by hand');
    await expect(link.aborted).rejects.toBe('by hand');
    expect(link.signal.aborted).toBe(true);
  });

  test('aborting by hand leaves the parent alone', () => {
    const parent = new AbortController();
    linked(parent.signal).abort('child only');
    expect(parent.signal.aborted).toBe(false);
    expect(listeners(parent.signal)).toBe(0);
  });

  test('after disposal a parent that aborts is not followed', () => {
    const parent = new AbortController();
    const link = linked(parent.signal);
    link.dispose();
    parent.abort('late');
    expect(link.signal.aborted).toBe(false);
  });

  test.each(['dispose', 'abort'] as const)(
    '1,000 links to a process-long parent leave no listener after %s (F11)',
    (end) => {
      const parent = new AbortController();
      const links = Array.from({ length: 1_000 }, () => linked(parent.signal));
      expect(listeners(parent.signal)).toBe(1_000);
      for (const link of links) link[end]('done');
      expect(listeners(parent.signal)).toBe(0);
    },
  );

  test('is a Disposable', () => {
    const parent = new AbortController();
    const link = linked(parent.signal);
    link[Symbol.dispose]();
    expect(listeners(parent.signal)).toBe(0);
  });
});
