import { describe, expect, test } from '@jest/globals';
import { headers } from '@nats-io/transport-node';
import { header } from './headers.js';
import { grantText, placeHeaders, readGrant, readPlace } from './place.js';

describe('the place of a message in a stream', () => {
  test.each(['item', 'alive', 'end'] as const)('survives the way: %s', (kind) => {
    expect(readPlace(placeHeaders({ sequence: 12, kind }))).toEqual({ sequence: 12, kind });
  });

  test.each(['', '1', 'item', '-1 item', '1 more', '1 item 2', '1.5 end', '1  end'])(
    '%j is refused',
    (text) => {
      const received = headers();
      received.set(header.place, text);
      expect(() => readPlace(received)).toThrow('a message does not say its place in the stream');
    },
  );
});

test('a message that has none is no part of a stream', () => {
  expect(() => readPlace(undefined)).toThrow('does not say its place');
});

test('a grant survives the way, anything else is none', () => {
  expect(readGrant(grantText(16))).toBe(16);
  expect(['', '-1', '1.5', 'all', '9e9'].map(readGrant)).toEqual(Array(5).fill(undefined));
});
