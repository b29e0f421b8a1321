import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { systemClock } from './system-clock.js';

const day = 24 * 3_600_000;

describe('systemClock', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test.each([
    ['an hour', day / 24],
    ['60 days, more than a timer can hold', 60 * day],
  ])('a call after %s comes at its time, once', (_, delay) => {
    const call = jest.fn();
    systemClock.after(delay, call);
    jest.advanceTimersByTime(delay - 1);
    expect(call).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(call).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('a call after Infinity never comes', () => {
    const call = jest.fn();
    systemClock.after(Infinity, call);
    jest.advanceTimersByTime(100 * day);
    expect(call).not.toHaveBeenCalled();
  });

  test('cancelling takes the timer away, also of a delay in its second part', () => {
    const call = jest.fn();
    const cancel = systemClock.after(60 * day, call);
    jest.advanceTimersByTime(30 * day);
    cancel();
    expect(jest.getTimerCount()).toBe(0);
  });
});
