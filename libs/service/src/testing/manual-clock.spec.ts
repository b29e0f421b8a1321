import { describe, expect, test } from '@jest/globals';
import { sleep } from '../clock/index.js';
import { ManualClock } from './manual-clock.js';

describe('ManualClock', () => {
  test('fires in the order of time, and of registration at the same time', async () => {
    const clock = new ManualClock();
    const fired: string[] = [];
    clock.after(20, () => fired.push('20'));
    clock.after(10, () => fired.push('10, first'));
    clock.after(10, () => fired.push('10, second'));
    clock.after(31, () => fired.push('31'));
    await clock.advance(30);
    expect(fired).toEqual(['10, first', '10, second', '20']);
    expect(clock.pending).toBe(1);
  });

  test('a fired timer sees its own time, and what it adds fires within the same advance', async () => {
    const clock = new ManualClock(new Date('2026-01-01T00:00:00Z'));
    const seen: string[] = [];
    const tick = () => {
      seen.push(clock.now().toISOString().slice(17, 19));
      if (seen.length < 3) clock.after(1_000, tick);
    };
    clock.after(1_000, tick);
    await clock.advance(10_000);
    expect(seen).toEqual(['01', '02', '03']);
    expect(clock.monotonic()).toBe(10_000);
  });

  test('promises settle between timers: a loop of sleeps runs through', async () => {
    const clock = new ManualClock();
    const at: number[] = [];
    const loop = async () => {
      for (let round = 0; round < 3; round++) {
        await sleep(clock, 10);
        at.push(clock.monotonic());
      }
    };
    const done = loop();
    await clock.advance(30);
    await done;
    expect(at).toEqual([10, 20, 30]);
  });

  test('a cancelled timer does not fire, also when one of the same time cancels it', async () => {
    const clock = new ManualClock();
    const fired: string[] = [];
    clock.after(10, () => {
      fired.push('first');
      cancel();
    });
    const cancel = clock.after(10, () => fired.push('second'));
    await clock.advance(10);
    expect(fired).toEqual(['first']);
    expect(clock.pending).toBe(0);
  });

  test('two overlapping advances never turn time back', async () => {
    const clock = new ManualClock();
    await Promise.all([clock.advance(1_000), clock.advance(5)]);
    expect(clock.monotonic()).toBe(1_000);
  });
});
