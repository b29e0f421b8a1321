import { describe, expect, test } from '@jest/globals';
import { judgePod, projectDrainPod, type BlockReason, type DrainFlags } from './index.js';
import { drainParity } from './parity.js';

const names = ['ignore_daemon_sets', 'delete_empty_dir_data', 'force'] as const;
const reasonFor: Readonly<Record<keyof DrainFlags, BlockReason>> = {
  ignore_daemon_sets: 'daemon-set',
  delete_empty_dir_data: 'empty-dir',
  force: 'unmanaged',
};

const combinations = Array.from({ length: 8 }, (_, bits): DrainFlags => {
  const [ignore_daemon_sets, delete_empty_dir_data, force] = names.map(
    (_name, index) => (bits & (1 << index)) !== 0,
  ) as [boolean, boolean, boolean];
  return { ignore_daemon_sets, delete_empty_dir_data, force };
});

const said = (flags: DrainFlags) => names.filter((name) => flags[name]).join(', ') || 'no flag';

describe.each(drainParity.map((row) => [row.shape, row] as const))('a pod %s', (_shape, row) => {
  test.each(combinations.map((flags) => [said(flags), flags] as const))('with %s', (_, flags) => {
    const missing = row.ours.needs.filter((name) => !flags[name]);
    const judged = judgePod(projectDrainPod(row.pod)!, flags);
    if (missing.length === 0) expect(judged.verdict).toBe(row.ours.then);
    else
      expect(judged).toEqual({ verdict: 'block', because: missing.map((name) => reasonFor[name]) });
  });
});

describe('the table', () => {
  test('has every shape once, and enough of them', () => {
    const shapes = new Set(drainParity.map(({ shape }) => shape));
    expect(shapes.size).toBe(drainParity.length);
    expect(shapes.size).toBeGreaterThanOrEqual(24);
  });

  test('explains each deviation, and nothing that is none', () => {
    for (const { kubectl, ours, deviation } of drainParity)
      expect(deviation === undefined).toBe(JSON.stringify(kubectl) === JSON.stringify(ours));
  });
});
