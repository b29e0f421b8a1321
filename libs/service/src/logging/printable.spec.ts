import { describe, expect, test } from '@jest/globals';
import { printable } from './printable.js';

const value = (of: unknown) => printable({ value: of })['value'];

describe('printable', () => {
  test.each<[string, unknown, unknown]>([
    ['plain values', [1, true, null, 'a'], [1, true, null, 'a']],
    ['a date', new Date('2026-10-22T10:00:00Z'), '2026-10-22T10:00:00.000Z'],
    ['an invalid date', new Date(Number.NaN), 'invalid date'],
    ['a big integer', 2n ** 64n, '18446744073709551616'],
    ['bytes', Buffer.from('secret'), '[6 bytes]'],
    ['a URL with credentials', new URL('https://ada:pw@host/x'), 'https://[redacted]@host/x'],
    ['raw headers', ['cookie', 'a=b', 'host', 'x'], ['cookie', '[redacted]', 'host', 'x']],
    ['functions', { call: () => 1, kept: 1 }, { call: undefined, kept: 1 }],
  ])('%s', (_, given, expected) => {
    expect(value(given)).toEqual(expected);
  });

  test('an error keeps name, message, stack and cause, nothing a client hung on it', () => {
    const cause = Object.assign(new TypeError('inner'), {
      response: { headers: { 'x-key': 'k' } },
    });
    const error = Object.assign(new Error('outer', { cause }), { body: 'canary', status: 401 });
    expect(value(error)).toEqual({
      name: 'Error',
      message: 'outer',
      stack: expect.stringMatching(/^Error: outer\n\s+at /),
      cause: { name: 'TypeError', message: 'inner', stack: expect.any(String) },
    });
  });

  test('the reasons of an AggregateError are kept', () => {
    const error = new AggregateError([new Error('connect ECONNREFUSED ::1:80')]);
    expect(value(error)).toMatchObject({ errors: [{ message: 'connect ECONNREFUSED ::1:80' }] });
  });

  test('an error that is its own cause ends', () => {
    const error = new Error('round');
    error.cause = error;
    expect(value(error)).toMatchObject({ message: 'round', cause: '[circular]' });
  });

  test('a cycle is cut, the same object twice is not', () => {
    const shared = { a: 1 };
    const round: Record<string, unknown> = { one: shared, two: shared };
    round['self'] = round;
    expect(value(round)).toEqual({ one: { a: 1 }, two: { a: 1 }, self: '[circular]' });
  });

  test('depth is bounded', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 50; level++) deep = { deep };
    expect(JSON.stringify(value(deep))).toBe(`${'{"deep":'.repeat(8)}"[deeper]"${'}'.repeat(8)}`);
  });

  test('the number of values is bounded, in lists and in objects', () => {
    const list = value(Array.from({ length: 5_000 }, (_, i) => i)) as unknown[];
    expect(list).toHaveLength(1_000);
    expect(list.at(-1)).toBe('[4001 more]');
    const object = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, i]));
    expect(value(object)).toMatchObject({ k998: 998, '…': '[4001 more]' });
  });
});
