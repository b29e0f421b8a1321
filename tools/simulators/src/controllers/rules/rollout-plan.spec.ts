import { describe, expect, test } from '@jest/globals';
import { anObject } from '../testing/scenes.js';
import { limitsOf, rolloutPlan } from './rollout-plan.js';

const deployment = (replicas: number, maxSurge: unknown = 1, maxUnavailable: unknown = 0) =>
  anObject('MachineDeployment', 'md', {
    spec: {
      replicas,
      rollout: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } } },
    },
  });

/** `size/existing/available`. */
const set = (name: string, text: string) => {
  const [size, replicas, availableReplicas] = text.split('/').map(Number);
  return anObject('MachineSet', name, {
    spec: { replicas: size },
    status: { replicas, availableReplicas },
  });
};

describe('the next sizes', () => {
  test.each([
    ['a rollout begins: one more', 3, [1, 0], '0/0/0', ['3/3/3'], [1, 3]],
    ['the new one is not available yet: wait', 3, [1, 0], '1/1/0', ['3/3/3'], [1, 3]],
    ['the new one is available: one old less', 3, [1, 0], '1/1/1', ['3/3/3'], [1, 2]],
    ['the old one is still going: wait', 3, [1, 0], '1/1/1', ['2/3/3'], [2, 2]],
    ['the old one has gone: one more new', 3, [1, 0], '1/1/1', ['2/2/2'], [2, 2]],
    ['the last one', 3, [1, 0], '3/3/3', ['1/1/1'], [3, 0]],
    ['without surge old ones go first', 3, [0, 1], '0/0/0', ['3/3/3'], [0, 2]],
    ['the oldest set shrinks first', 3, [1, 0], '1/1/1', ['1/1/1', '2/2/2'], [1, 0, 2]],
    ['what is unavailable goes first', 3, [1, 1], '1/1/1', ['2/2/2', '1/1/0'], [1, 1, 0]],
    ['no rollout, more wanted', 5, [1, 0], '3/3/3', [], [5]],
    ['no rollout, fewer wanted', 1, [1, 0], '3/3/3', [], [1]],
  ] as const)('%s', (_, desired, [surge, unavailable], current, old, sizes) => {
    const sets = old.map((text, index) => set(`old-${index}`, text));
    const plan = rolloutPlan(deployment(desired, surge, unavailable), set('new', current), sets);
    expect(
      ['new', ...sets.map(({ metadata }) => metadata.name)].map((name) => plan.get(name) ?? 3),
    ).toEqual(sizes);
  });
});

test.each([
  [1, 0, { surge: 1, unavailable: 0 }],
  ['25%', '25%', { surge: 3, unavailable: 2 }],
  [0, 0, { surge: 0, unavailable: 1 }],
])('limits of %s and %s for ten Machines', (surge, unavailable, limits) => {
  expect(limitsOf(deployment(10, surge, unavailable))).toEqual(limits);
});
