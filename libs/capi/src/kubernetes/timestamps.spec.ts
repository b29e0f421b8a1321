import { describe, expect, test } from '@jest/globals';
import { Metadata, goTime, rfc3339 } from './index.js';

describe('timestamps', () => {
  test.each([
    ['2026-11-04T10:00:00Z', '2026-11-04T10:00:00Z', '2026-11-04 10:00:00 +0000 UTC'],
    ['2026-11-04T10:00:59.999999Z', '2026-11-04T10:00:59Z', '2026-11-04 10:00:59 +0000 UTC'],
  ])('%s in RFC 3339 and in Go text', (timestamp, rfc, go) => {
    expect(rfc3339(timestamp)).toBe(rfc);
    expect(goTime(timestamp)).toBe(go);
  });
});

describe('Metadata', () => {
  const served = {
    name: 'demo',
    uid: 'd16c56df-c370-4cb2-b70f-f04c243e9670',
    resourceVersion: '7',
    creationTimestamp: '2026-10-14T08:00:00Z',
  };

  test.each([
    ['labels that are a list', { labels: ['a'] }],
    ['a label that is a number', { labels: { a: 1 } }],
    ['annotations that are null', { annotations: null }],
    ['a generation that is text', { generation: 'two' }],
  ])('an object with %s stays readable without them', (_, bad) => {
    expect(Metadata.parse({ ...served, ...bad })).toEqual(served);
  });

  test.each(['name', 'uid', 'resourceVersion', 'creationTimestamp'])(
    'an object without %s never came from an API server',
    (key) => {
      expect(Metadata.safeParse({ ...served, [key]: undefined }).success).toBe(false);
    },
  );
});
