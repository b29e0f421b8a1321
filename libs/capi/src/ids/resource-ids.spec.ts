import { describe, expect, test } from '@jest/globals';
import { ResourceIds, SLIPWAY_ID_NAMESPACE, isUuid } from './index.js';

describe('ResourceIds', () => {
  test('derives the ids that clients already hold', () => {
    const ids = new ResourceIds();
    expect(ids.clusterId('demo')).toBe('8e422ae2-cfec-5a91-a6c6-931ae317cda0');
    expect(ids.nodeId('demo', 'demo-worker-abc')).toBe('5c6631bf-ec06-57bb-a257-3a8d04c1fad9');
  });

  test('gives the same id again, from the same and from another instance', () => {
    const ids = new ResourceIds();
    const first = ids.clusterId('demo');
    expect(ids.clusterId('demo')).toBe(first);
    expect(new ResourceIds({ namespace: SLIPWAY_ID_NAMESPACE }).clusterId('demo')).toBe(first);
  });

  test('remembers clusters within a bound and forgets none of their ids', () => {
    const ids = new ResourceIds();
    const first = ids.clusterId('cluster-0');
    for (let n = 1; n < 5000; n += 1) ids.clusterId(`cluster-${n}`);
    expect(ids.clusterId('cluster-0')).toBe(first);
  });

  test('tells apart clusters and nodes whose names only join alike', () => {
    const ids = new ResourceIds();
    expect(ids.nodeId('a', 'b-c')).not.toBe(ids.nodeId('a-b', 'c'));
    expect(ids.clusterId('demo')).not.toBe(ids.nodeId('demo', 'demo'));
  });

  test("keeps another service's ids with its namespace and templates", () => {
    const ids = new ResourceIds({
      namespace: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
      clusterTemplate: '{cluster}.example.com',
      nodeTemplate: '{machine}.{cluster}.example.com',
    });
    expect(ids.clusterId('www')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
    expect(ids.nodeId('www', 'm')).toBe('f849c822-4d02-53dc-859f-7c7d26355534');
  });

  test('takes a name that looks like a placeholder or a replacement pattern as it is', () => {
    const ids = new ResourceIds({ nodeTemplate: '{cluster}/{machine}' });
    expect(ids.nodeId('{machine}', 'm')).not.toBe(ids.nodeId('m', 'm'));
    expect(ids.nodeId('$&', 'm')).not.toBe(ids.nodeId('{cluster}', 'm'));
  });

  test.each([
    [{ namespace: 'slipway' }, 'id namespace "slipway" is not a UUID'],
    [{ clusterTemplate: 'cluster' }, 'cluster id template "cluster" lacks {cluster}'],
    [{ nodeTemplate: '{machine}' }, 'node id template "{machine}" lacks {cluster}'],
    [{ nodeTemplate: 'x' }, 'node id template "x" lacks {cluster} and {machine}'],
  ])('refuses %j', (rules, message) => {
    expect(() => new ResourceIds(rules)).toThrow(message);
  });
});

describe('isUuid', () => {
  test.each([
    ['0e04c4ca-a211-5ad7-942c-81be590bbf25', true],
    ['AAAAAAAA-0000-0000-0000-000000000010', true],
    ['demo', false],
    ['', false],
    ['0e04c4caa2115ad7942c81be590bbf25', false],
    ['{0e04c4ca-a211-5ad7-942c-81be590bbf25}', false],
    ['0e04c4ca-a211-5ad7-942c-81be590bbf2g', false],
    ['0e04c4ca-a211-5ad7-942c-81be590bbf25 ', false],
    ['0e04c4ca-a211-5ad7-942c-81be590bbf25\n', false],
  ])('%j: %s', (text, expected) => {
    expect(isUuid(text)).toBe(expected);
  });
});
