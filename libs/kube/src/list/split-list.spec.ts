import { describe, expect, test } from '@jest/globals';
import { splitList } from './split-list.js';

const split = (text: string) => {
  const { head, items } = splitList(Buffer.from(text));
  return { head, items: [...items] };
};

describe('splitList', () => {
  const metadata = { resourceVersion: '7' };
  const items = [
    { a: '}],{"items":[1]', b: ['[', { c: '\\' }, '"', '\\"'], items: [1, 2] },
    { name: 'Größe 😀', deep: [[[{}]], [], {}] },
    {},
  ];

  test.each<[string, Record<string, unknown>]>([
    ['items last', { kind: 'List', metadata, items }],
    ['items before metadata', { apiVersion: 'v1', items, kind: 'List', metadata }],
    ['one item', { items: items.slice(0, 1), metadata }],
    ['no items', { items: [], metadata }],
    ['"items" as a value and inside others', { kind: 'items', metadata: { items: [9] }, items }],
    ['other values as items', { items: [1, 'a,b', null, true, [1, 2]], metadata }],
  ])('gives what JSON.parse gives: %s', (_, list) => {
    const expected = { head: { ...list, items: [] }, items: list['items'] };
    expect(split(JSON.stringify(list))).toEqual(expected);
    expect(split(JSON.stringify(list, undefined, '\t'))).toEqual(expected);
  });

  test('empties the managed fields of each item, and nothing else of that name', () => {
    const managedFields = [{ fieldsV1: { 'f:a': { 'k:{"type":"]"}': {} } } }, { manager: 'm' }];
    const item = (fields: unknown) => ({
      kind: 'metadata',
      metadata: { name: 'a', managedFields: fields, labels: { managedFields: 'x' } },
      spec: { managedFields, metadata: { managedFields } },
      managedFields,
    });
    const list = (fields: unknown) => ({
      metadata,
      items: [item(fields), { metadata: { name: 'b' } }, item(fields), { metadata: null }],
    });
    for (const [given, expected] of [
      [managedFields, []],
      [[], []],
      [null, null],
      [{ a: [1] }, { a: [1] }],
      ['[', '['],
    ]) {
      for (const indent of [undefined, ' ']) {
        const { items } = split(JSON.stringify(list(given), undefined, indent));
        expect(items).toEqual(list(expected).items);
      }
    }
  });

  test.each([
    [{ metadata, items: null }],
    [{ metadata }],
    [{ kind: 'Pod' }],
    [[1, 2]],
    [null],
    ['x'],
  ])('leaves %j as it is: it has no array of items', (value) => {
    expect(split(JSON.stringify(value))).toEqual({ head: value, items: [] });
  });

  test.each([
    '',
    '<html>',
    '{"items":[{}',
    '{"items":[{},]}',
    '{"items":[{"a]}',
    '{"items":[}',
    '{"items":[]',
  ])('throws on %j', (text) => {
    expect(() => split(text)).toThrow(SyntaxError);
  });

  test('parses an item only when its turn comes', () => {
    const { items: lazy } = splitList(Buffer.from('{"items":[1,oops]}'));
    const iterator = lazy[Symbol.iterator]();
    expect(iterator.next()).toEqual({ done: false, value: 1 });
    expect(() => iterator.next()).toThrow(SyntaxError);
  });
});
