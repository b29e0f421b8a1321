import { expect, test } from '@jest/globals';
import { ManualClock } from '@slipway/service/testing';
import { settledWithin } from './settled-within.js';

test('a promise in time counts, a rejected one does not, and no timer is left', async () => {
  const clock = new ManualClock();
  expect(await settledWithin(clock, 100, Promise.resolve())).toBe(true);
  expect(await settledWithin(clock, 100, Promise.reject(new Error('x')))).toBe(false);
  expect(clock.pending).toBe(0);
});

test('a promise that is late is no longer waited for', async () => {
  const clock = new ManualClock();
  const result = settledWithin(clock, 100, new Promise(() => undefined));
  await clock.advance(100);
  expect(await result).toBe(false);
});
