import { expect, test } from '@jest/globals';
import { ManualClock } from '@slipway/service/testing';
import { Timers } from './timers.js';

test('time counts from the first question, and the soonest end wakes once', async () => {
  const clock = new ManualClock();
  let woken = 0;
  const timers = new Timers(clock, () => woken++);
  const look = () => {
    timers.begin();
    const answers = [timers.passed('slow', 100), timers.passed('quick', 30)];
    timers.end();
    return answers;
  };
  expect(look()).toEqual([false, false]);
  await clock.advance(29);
  expect(woken).toBe(0);
  await clock.advance(1);
  expect(woken).toBe(1);
  expect(look()).toEqual([false, true]);
  await clock.advance(70);
  expect(woken).toBe(2);
  expect(look()).toEqual([true, true]);
  await clock.advance(1_000);
  expect(woken).toBe(2);
});

test('nothing wakes after the end', async () => {
  const clock = new ManualClock();
  let woken = 0;
  const timers = new Timers(clock, () => woken++);
  timers.begin();
  timers.again(10);
  timers.end();
  timers.stop();
  await clock.advance(100);
  expect(woken).toBe(0);
});
