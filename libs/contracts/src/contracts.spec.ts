import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import * as contracts from './index.js';
import {
  Cluster,
  type Contract,
  type ErrorKind,
  errorTable,
  exactInteger,
  exactJson,
  isStream,
  readUpgradeAnnotation,
  rpc,
  serviceOf,
  stream,
} from './index.js';

const everyContract = Object.values<unknown>(contracts).filter(
  (each): each is Contract => typeof each === 'object' && each !== null && 'deadline' in each,
);
const everyKind = Object.values<unknown>(contracts).filter(
  (each): each is ErrorKind => typeof each === 'function' && 'status' in each && 'code' in each,
);

describe('contracts', () => {
  test.each(everyContract.map((each): [string, Contract] => [each.subject, each]))(
    '%s names service, resource and verb, and refuses unknown fields',
    (subject, { input, deadline }) => {
      expect(subject).toMatch(/^slipway\.v1\.[a-z-]+\.[a-z-]+\.[a-z-]+$/);
      expect(serviceOf(subject)).toBe('cluster-api');
      expect(deadline).toBeGreaterThan(0);
      const issues = input.safeParse({ unheardOf: 1 }).error?.issues ?? [];
      expect(issues.map(({ code }) => code)).toContain('unrecognized_keys');
    },
  );

  test('a stream is told from a request by its items', () => {
    const common = { subject: 'a', input: z.strictObject({}), deadline: 1, errors: [] };
    expect(isStream(stream({ ...common, item: z.string(), output: z.void() }))).toBe(true);
    expect(isStream(rpc({ ...common, output: z.string() }))).toBe(false);
  });

  test('no two share a subject', () => {
    expect(new Set(everyContract.map(({ subject }) => subject)).size).toBe(everyContract.length);
  });
});

describe('the error table', () => {
  test('holds every kind, each code once, with a status that an edge knows', () => {
    const codes = errorTable.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.toSorted()).toEqual(everyKind.map(({ code }) => code).toSorted());
    for (const { status } of errorTable)
      expect([400, 404, 405, 409, 413, 415, 422, 500, 503, 504]).toContain(status);
  });
});

describe('exact integers', () => {
  test.each([
    [0n, 0, '0'],
    [10737418240n, 10737418240, '10737418240'],
    [9007199254740991n, 9007199254740991, '9007199254740991'],
    [9007199254740992n, 'int:9007199254740992', '9007199254740992'],
    [9007199254740993n, 'int:9007199254740993', '9007199254740993'],
    [9223372036854775807n, 'int:9223372036854775807', '9223372036854775807'],
  ])('%s between services is %j, in answers %s', (value, between, shown) => {
    expect(exactInteger(value)).toBe(between);
    expect(exactJson({ capacity_bytes: exactInteger(value) })).toBe(`{"capacity_bytes":${shown}}`);
  });

  test('text that only looks like one stays text', () => {
    const tricky = { description: '"capacity_bytes":"int:1"', tags: { capacity_bytes: '1' } };
    expect(exactJson(tricky)).toBe(JSON.stringify(tricky));
  });
});

describe('the upgrade annotation', () => {
  const operation = {
    id: 'f1',
    version: 'v1.36.9',
    previous_version: 'v1.36.8',
    created_at: '2026-10-22T10:00:00Z',
  };

  test.each([
    ['absent', undefined],
    ['active', JSON.stringify(operation)],
    ['completed', JSON.stringify({ ...operation, completed_at: '2026-10-22T11:00:00Z' })],
    ['unreadable', 'not json'],
    ['unreadable', '{}'],
    ['unreadable', JSON.stringify({ ...operation, version: '1.36.9' })],
  ])('%s: %s', (state, text) => {
    expect(readUpgradeAnnotation(text).state).toBe(state);
  });

  test('a later release may add fields', () => {
    expect(readUpgradeAnnotation(JSON.stringify({ ...operation, more: 1 })).state).toBe('active');
  });
});

test('a cluster leaves in the order of its schema', () => {
  expect(Object.keys(Cluster.shape).slice(0, 3)).toEqual(['name', 'description', 'phase']);
  expect(Object.keys(Cluster.shape).at(-1)).toBe('id');
});
