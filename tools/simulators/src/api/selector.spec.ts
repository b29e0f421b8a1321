import { describe, expect, test } from '@jest/globals';
import { labelSelector } from './selector.js';

/** What the conformance checks do not reach: odd texts. */
describe('a label selector', () => {
  test.each<[string, Record<string, string>, boolean]>([
    ['', { a: 'b' }, true],
    [' a = b , c ', { a: 'b', c: '' }, true],
    ['a=', { a: '' }, true],
    ['a=', {}, false],
    ['a!=b', {}, true],
    ['a in (b,c),d notin (e,f)', { a: 'c', d: 'g' }, true],
    ['a in (b,c),d notin (e,f)', { a: 'c', d: 'e' }, false],
    ['cluster.x-k8s.io/cluster-name=demo', { 'cluster.x-k8s.io/cluster-name': 'demo' }, true],
    ['constructor', {}, false],
    ['a<3', { a: '2' }, true],
    ['a<3', {}, false],
  ])('%j on %j: %p', (text, labels, matches) => {
    expect(labelSelector(text)(labels)).toBe(matches);
  });

  test.each(['a b', 'a=(', ',', 'a in b', 'a in (b', '!a=b', '=b'])('%j is no selector', (text) => {
    expect(() => labelSelector(text)).toThrow('unable to parse requirement');
  });
});
