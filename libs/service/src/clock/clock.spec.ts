import { getEventListeners } from 'node:events';
import { describe, expect, jest, test } from '@jest/globals';
import { ManualClock } from '../testing/index.js';
import { sleep, WaitTimeout, withDeadline } from './clock.js';

const never = () => new Promise<never>(() => undefined);
const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;
const wait = { within: 500, because: 'an answer' };

describe('sleep', () => {
  test('ends when its time has come, not before, and keeps no listener', async () => {
    const clock = new ManualClock();
    const { signal } = new AbortController();
    const woke = jest.fn();
    const slept = sleep(clock, 100, signal).then(woke);
    await clock.advance(99);
    expect(woke).not.toHaveBeenCalled();
    await clock.advance(1);
    await slept;
    expect(woke).toHaveBeenCalledTimes(1);
    expect(listeners(signal)).toBe(0);
  });

  test('an abort ends it with the reason and takes its timer away', async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const slept = sleep(clock, 100, controller.signal);
    controller.abort('caller left');
    await expect(slept).rejects.toBe('caller left');
    expect(clock.pending).toBe(0);
    expect(listeners(controller.signal)).toBe(0);
  });

  test('does not begin under an aborted signal', async () => {
    const clock = new ManualClock();
    await expect(sleep(clock, 100, AbortSignal.abort('over'))).rejects.toBe('over');
    expect(clock.pending).toBe(0);
  });
});

describe('withDeadline', () => {
  test('gives the result of work that is in time and leaves nothing behind', async () => {
    const clock = new ManualClock();
    const { signal } = new AbortController();
    await expect(withDeadline(clock, { ...wait, signal }, async () => 'done')).resolves.toBe(
      'done',
    );
    expect(clock.pending).toBe(0);
    expect(listeners(signal)).toBe(0);
  });

  test('work that ignores its signal is given up at the deadline', async () => {
    const clock = new ManualClock();
    const parent = new AbortController();
    let given: AbortSignal | undefined;
    const result = withDeadline(clock, { ...wait, signal: parent.signal }, (signal) => {
      given = signal;
      return never();
    });
    const expected = expect(result).rejects.toEqual(new WaitTimeout('an answer', 500));
    await clock.advance(500);
    await expected;
    expect(given!.reason).toBeInstanceOf(WaitTimeout);
    expect(listeners(parent.signal)).toBe(0);
  });

  test('work that ignores its signal is given up when the caller leaves', async () => {
    const clock = new ManualClock();
    const parent = new AbortController();
    const result = withDeadline(clock, { ...wait, signal: parent.signal }, never);
    parent.abort('caller left');
    await expect(result).rejects.toBe('caller left');
    expect(clock.pending).toBe(0);
  });

  test('at the deadline the timeout is told, not what the work makes of its abort', async () => {
    const clock = new ManualClock();
    const result = withDeadline(
      clock,
      wait,
      (signal) =>
        new Promise<never>((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('socket closed'))),
        ),
    );
    const expected = expect(result).rejects.toBeInstanceOf(WaitTimeout);
    await clock.advance(500);
    await expected;
  });

  test('work that throws before its first await leaves nothing behind', async () => {
    const clock = new ManualClock();
    const { signal } = new AbortController();
    const failing = () => {
      throw new Error('at once');
    };
    await expect(withDeadline(clock, { ...wait, signal }, failing)).rejects.toThrow('at once');
    expect(clock.pending).toBe(0);
    expect(listeners(signal)).toBe(0);
  });

  test('does not begin work under an aborted signal', async () => {
    const work = jest.fn(async () => 'done');
    const aborted = { ...wait, signal: AbortSignal.abort('over') };
    await expect(withDeadline(new ManualClock(), aborted, work)).rejects.toBe('over');
    expect(work).not.toHaveBeenCalled();
  });
});
