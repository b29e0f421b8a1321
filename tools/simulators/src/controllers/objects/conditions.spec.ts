import { expect, test } from '@jest/globals';
import { anObject, conditions, now } from '../testing/scenes.js';
import { conditionsWith, no, yes } from './conditions.js';

const object = anObject('Machine', 'm', {
  metadata: { generation: 3 },
  status: { conditions: conditions('Ready=False:NotReady', 'Theirs=True') },
});

test('a time moves with the status alone', () => {
  const [changed] = conditionsWith(object, now, [yes('Ready')]);
  expect(changed).toEqual({
    type: 'Ready',
    status: 'True',
    reason: 'Ready',
    message: '',
    observedGeneration: 3,
    lastTransitionTime: '2026-10-22T10:00:00Z',
  });
  const [told] = conditionsWith(object, now, [no('Ready', 'Other', 'another word')]);
  expect(told).toMatchObject({
    reason: 'Other',
    message: 'another word',
    lastTransitionTime: '2026-10-22T09:00:00Z',
  });
});

test('conditions of others stay, and each keeps its place', () => {
  const types = conditionsWith(object, now, [yes('New'), yes('Ready')]).map(({ type }) => type);
  expect(types).toEqual(['Ready', 'Theirs', 'New']);
});
