import { describe, expect, test } from '@jest/globals';
import { Backoff } from './index.js';

const series = (backoff: Backoff, count: number) =>
  Array.from({ length: count }, () => backoff.next());

describe('Backoff', () => {
  test('doubles up to its cap and begins anew after a reset', () => {
    const backoff = new Backoff({ first: 100, longest: 500, random: () => 1 });
    expect(series(backoff, 5)).toEqual([100, 200, 400, 500, 500]);
    backoff.reset();
    expect(series(backoff, 2)).toEqual([100, 200]);
  });

  test('takes between half of it and all of it', () => {
    expect(series(new Backoff({ first: 100, random: () => 0 }), 2)).toEqual([50, 100]);
  });

  test('stays a number however long the fault lasts', () => {
    const backoff = new Backoff({ longest: 15_000, random: () => 1 });
    expect(series(backoff, 5_000).at(-1)).toBe(15_000);
  });
});
