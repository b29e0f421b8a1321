import { describe, expect, test } from '@jest/globals';
import { jsonPatch } from './json-patch.js';
import { mergePatch } from './merge.js';
import { strategicMerge } from './strategic-merge.js';

/** Examples of RFC 7386. */
describe('merge patch', () => {
  test.each<[unknown, unknown, unknown]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    [{ a: 'b' }, { a: { c: 1 } }, { a: { c: 1 } }],
  ])('%j with %j is %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });
});

/** Examples of RFC 6902. */
describe('JSON patch', () => {
  test.each<[unknown, unknown[], unknown]>([
    [{ foo: 'bar' }, [{ op: 'add', path: '/baz', value: 1 }], { foo: 'bar', baz: 1 }],
    [{ foo: ['a', 'b'] }, [{ op: 'add', path: '/foo/1', value: 'x' }], { foo: ['a', 'x', 'b'] }],
    [{ foo: ['a'] }, [{ op: 'add', path: '/foo/-', value: 'x' }], { foo: ['a', 'x'] }],
    [{ foo: ['a', 'b', 'c'] }, [{ op: 'remove', path: '/foo/1' }], { foo: ['a', 'c'] }],
    [{ a: 1, b: 2 }, [{ op: 'replace', path: '/a', value: 3 }], { a: 3, b: 2 }],
    [{ a: ['x', 'y', 'z'] }, [{ op: 'move', from: '/a/0', path: '/a/2' }], { a: ['y', 'z', 'x'] }],
    [{ a: { b: 1 } }, [{ op: 'copy', from: '/a', path: '/c' }], { a: { b: 1 }, c: { b: 1 } }],
    [{ 'a/b': 1, 'm~n': 2 }, [{ op: 'remove', path: '/a~1b' }], { 'm~n': 2 }],
    [{ 'm~n': 2 }, [{ op: 'test', path: '/m~0n', value: 2 }], { 'm~n': 2 }],
    [{ '~1': 2 }, [{ op: 'test', path: '/~01', value: 2 }], { '~1': 2 }],
    [{ a: 1 }, [{ op: 'test', path: '/b', value: null }], { a: 1 }],
    [{ a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }], { b: 2 }],
  ])('%j by %j is %j', (target, patch, result) => {
    const before = structuredClone(target);
    expect(jsonPatch(target, patch)).toEqual(result);
    expect(target).toEqual(before);
  });

  test.each<[unknown, unknown]>([
    [{ a: 1 }, { op: 'test', path: '/a', value: 2 }],
    [{ a: 1 }, { op: 'test', path: '/a', value: '1' }],
    [{ a: 1 }, { op: 'remove', path: '/b' }],
    [{ a: 1 }, { op: 'replace', path: '/b', value: 1 }],
    [{ a: 1 }, { op: 'add', path: '/b/c', value: 1 }],
    [{ a: [1] }, { op: 'add', path: '/a/2', value: 1 }],
    [{ a: [1] }, { op: 'add', path: '/a/01', value: 1 }],
    [{ a: [1] }, { op: 'remove', path: '/a/-' }],
    [{ a: 1 }, { op: 'add', path: 'a', value: 1 }],
    [{ a: 1 }, { op: 'move', path: '/b' }],
    [{ a: 1 }, 'no operation'],
    [{}, { op: 'test', path: '/constructor', value: 1 }],
  ])('%j refuses %j', (target, operation) => {
    expect(() => jsonPatch(target, [operation])).toThrow('the server rejected our request');
  });
});

describe('strategic merge', () => {
  test.each<[string, unknown, unknown, unknown]>([
    [
      'joins a list by its key',
      {
        containers: [
          { name: 'a', image: '1' },
          { name: 'b', image: '2' },
        ],
      },
      {
        containers: [
          { name: 'b', image: '3' },
          { name: 'c', image: '4' },
        ],
      },
      {
        containers: [
          { name: 'a', image: '1' },
          { name: 'b', image: '3' },
          { name: 'c', image: '4' },
        ],
      },
    ],
    [
      'deletes from a list',
      {
        conditions: [
          { type: 'A', status: 'True' },
          { type: 'B', status: 'True' },
        ],
      },
      { conditions: [{ type: 'A', $patch: 'delete' }] },
      { conditions: [{ type: 'B', status: 'True' }] },
    ],
    [
      'replaces a list on demand',
      { containers: [{ name: 'a' }] },
      { containers: [{ $patch: 'replace' }, { name: 'b' }] },
      { containers: [{ name: 'b' }] },
    ],
    [
      'replaces a list without a key',
      { taints: [{ key: 'a' }] },
      { taints: [{ key: 'b' }] },
      { taints: [{ key: 'b' }] },
    ],
    [
      'adds to finalizers',
      { finalizers: ['a'] },
      { finalizers: ['b'] },
      { finalizers: ['b', 'a'] },
    ],
    [
      'takes from finalizers',
      { finalizers: ['a', 'b'] },
      { '$deleteFromPrimitiveList/finalizers': ['a'] },
      { finalizers: ['b'] },
    ],
    ['deletes by null', { a: { b: 1, c: 2 } }, { a: { b: null } }, { a: { c: 2 } }],
    [
      'replaces a map on demand',
      { a: { b: 1 } },
      { a: { $patch: 'replace', c: 2 } },
      { a: { c: 2 } },
    ],
    [
      'keeps only the named keys on demand',
      { volumes: [{ name: 'v', emptyDir: {} }] },
      { volumes: [{ name: 'v', $retainKeys: ['name', 'hostPath'], hostPath: { path: '/' } }] },
      { volumes: [{ name: 'v', hostPath: { path: '/' } }] },
    ],
    [
      'ignores the order that a client asks for',
      { conditions: [{ type: 'A' }] },
      { '$setElementOrder/conditions': [{ type: 'A' }], conditions: [{ type: 'A', status: 'x' }] },
      { conditions: [{ type: 'A', status: 'x' }] },
    ],
  ])('%s', (_, target, patch, result) => {
    expect(strategicMerge(target, patch)).toEqual(result);
  });
});
