import { describe, expect, test } from '@jest/globals';
import {
  int32,
  list,
  map,
  object,
  oneOf,
  string,
  text,
  type Schema,
  type Tree,
} from '../api/index.js';
import { looseness } from './looseness.js';

/** The comparison itself must see every kind of looser rule, else its silence proves nothing. */
describe('looseness', () => {
  test.each<[string, Schema, Tree, string]>([
    ['a longer text', text(20), { type: 'string', maxLength: 10, minLength: 1 }, 'maxLength'],
    ['an empty text', string(), { type: 'string', minLength: 1 }, 'minLength'],
    ['another pattern', string(), { type: 'string', pattern: 'a' }, 'another pattern'],
    ['a wider enum', oneOf('a', 'b'), { type: 'string', enum: ['a'] }, '"b" is not in the enum'],
    ['no enum', string(), { type: 'string', enum: ['a'] }, 'is not in the enum'],
    ['a negative number', int32(), { type: 'integer', format: 'int32', minimum: 0 }, 'minimum'],
    ['a larger number', int32(), { type: 'integer', format: 'int32', maximum: 9 }, 'maximum'],
    ['a wider number', { type: 'integer' }, { type: 'integer', format: 'int32' }, 'format'],
    [
      'an empty list',
      list(string()),
      { type: 'array', minItems: 1, items: { type: 'string' } },
      'minItems',
    ],
    [
      'twins in a list',
      list(object({ a: string() })),
      {
        type: 'array',
        'x-kubernetes-list-map-keys': ['a'],
        items: { type: 'object', properties: { a: { type: 'string' } } },
      },
      'not unique by a',
    ],
    ['an empty object', object({}), { type: 'object', minProperties: 1 }, 'minProperties'],
    ['a missing field', object({}), { type: 'object', required: ['a'] }, '"a" is not required'],
    ['an unknown field', object({ a: string() }), { type: 'object' }, '.a: unknown'],
    ['a map', map(string()), { type: 'object' }, 'no such map'],
    ['another type', string(), { type: 'integer' }, 'type string'],
    ['an open object', object({}, { open: true }), { type: 'object' }, 'open'],
    [
      'something deep',
      object({ a: list(string()) }),
      { type: 'object', properties: { a: { type: 'array', items: { type: 'integer' } } } },
      '.a[]: type string',
    ],
  ])('sees %s', (_, ours, theirs, told) => {
    expect(looseness(ours, theirs).join('; ')).toContain(told);
  });

  test('is silent about the stricter', () => {
    const ours = object({ 'a!': text(5, { pattern: '^x' }), 'b!': oneOf('one') });
    const theirs = {
      type: 'object',
      minProperties: 1,
      required: ['a'],
      properties: {
        a: { type: 'string', maxLength: 9, pattern: '^x' },
        b: { type: 'string', enum: ['one', 'two'] },
      },
    };
    expect(looseness(ours, theirs)).toEqual([]);
  });
});
