import { expect, test } from '@jest/globals';
import { anObject } from '../testing/scenes.js';
import { difference, mergePatch } from './difference.js';

test.each([
  [{ a: 1 }, { a: 1 }, undefined],
  [{ a: 1, b: 2 }, { a: 1 }, { b: null }],
  [{ a: { b: 1, c: 2 } }, { a: { b: 3, c: 2 } }, { a: { b: 3 } }],
  [{ a: [1, 2] }, { a: [1] }, { a: [1] }],
  [{ a: [{ b: 1 }] }, { a: [{ b: 1 }] }, undefined],
  [{}, { a: undefined, b: {} }, { b: {} }],
  [{ a: 1 }, { a: { b: 1 } }, { a: { b: 1 } }],
])('from %j to %j', (before, after, patch) => {
  expect(mergePatch(before, after)).toEqual(patch);
});

test('only what clients write of the metadata differs, and the status apart', () => {
  const before = anObject('Machine', 'm', {
    metadata: { finalizers: ['a/b'], resourceVersion: '1' },
    spec: { version: 'v1' },
    status: { phase: 'Running' },
  });
  const after = {
    ...before,
    metadata: { name: 'm', resourceVersion: '2', labels: { a: 'b' } },
    status: { phase: 'Deleting' },
  };
  expect(difference(before, after)).toEqual({
    main: { metadata: { labels: { a: 'b' }, finalizers: [] } },
    status: { status: { phase: 'Deleting' } },
  });
  expect(difference(before, before)).toEqual({});
});
