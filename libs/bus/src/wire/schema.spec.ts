import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { replyFaults, requestFaults } from './schema.js';

const schema = z.strictObject({ name: z.enum(['a', 'b']), list: z.array(z.int()) });
const faultsOf = (value: unknown) => schema.safeParse(value).error!;

test('faults of a request say where and what is allowed', () => {
  const text = requestFaults(faultsOf({ name: 'hunter2', list: [1, 'x'], more: 1 }));
  expect(text).toContain('name: Invalid option: expected one of "a"|"b"');
  expect(text).toContain('list.1: Invalid input: expected number');
  expect(text).toContain('more');
  expect(text).not.toContain('hunter2');
});

test('faults of a reply name places and kinds alone', () => {
  expect(replyFaults(faultsOf({ name: 'hunter2', list: [1, 'x'] }))).toBe(
    'name: invalid_value; list.1: invalid_type',
  );
  expect(replyFaults(faultsOf(7))).toBe('the whole: invalid_type');
});

test('many faults are counted, not listed', () => {
  const list = Array.from({ length: 30 }, () => 'x');
  expect(replyFaults(faultsOf({ name: 'a', list }))).toMatch(/list\.4: invalid_type; 25 more$/);
});
