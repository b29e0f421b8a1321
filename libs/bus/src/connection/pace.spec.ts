import { expect, test } from '@jest/globals';
import { Pace } from './pace.js';

const delays = (random: number, attempts: number) => {
  const pace = new Pace(() => random);
  return Array.from({ length: attempts }, () => {
    pace.attempt();
    return pace.delayMilliseconds;
  });
};

test('doubles up to two seconds', () => {
  expect(delays(0.5, 7)).toEqual([100, 200, 400, 800, 1600, 2000, 2000]);
});

test('spreads by half to either side', () => {
  expect(delays(0, 6).at(-1)).toBe(1000);
  expect(delays(1, 6).at(-1)).toBe(3000);
});

test('asking does not count, and success starts anew', () => {
  const pace = new Pace(() => 0.5);
  for (let count = 0; count < 5; count++) pace.attempt();
  expect([pace.delayMilliseconds, pace.delayMilliseconds, pace.attempts]).toEqual([1600, 1600, 5]);
  pace.reset();
  expect([pace.delayMilliseconds, pace.attempts]).toEqual([100, 0]);
});
