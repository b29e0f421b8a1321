import { describe, expect, test } from '@jest/globals';
import { duplicateFields, int32, list, map, object, open, prune, string, text } from './index.js';

describe('duplicate fields', () => {
  test.each<[string, string[]]>([
    ['{}', []],
    ['{"a":1,"b":{"a":1}}', []],
    ['{"a":1,"a":2}', ['a']],
    ['{ "a" : { "b" : [ { "c" : 1 , "c" : 2 } ] } }', ['a.b[0].c']],
    ['{"a":"\\"a\\":","b":["{\\"a\\"",{}],"b":null}', ['b']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['[{"a":1},{"a":1,"a":1,"a":1}]', ['[1].a']],
    ['{"a":true,"b":-1.5e3,"c":null,"a":false}', ['a']],
    ['"text"', []],
    [' \n[ ]\t', []],
  ])('of %s', (json, fields) => {
    expect(() => JSON.parse(json) as unknown).not.toThrow();
    expect(duplicateFields(json)).toEqual(fields);
  });
});

describe('pruning', () => {
  const schema = object({
    name: string(),
    sizes: list(object({ size: int32({ default: 3 }) })),
    labels: map(text(5)),
    anything: open({ known: string() }),
  });

  test('drops what the schema does not name, and says where it was', () => {
    const value = {
      name: 'n',
      colour: 'red',
      sizes: [{ size: 1, unit: 'm' }],
      labels: { free: 'x' },
      anything: { known: 'k', other: { deep: 1 } },
    };
    expect(prune(schema, value)).toEqual({
      value: {
        name: 'n',
        sizes: [{ size: 1 }],
        labels: { free: 'x' },
        anything: { known: 'k', other: { deep: 1 } },
      },
      unknown: ['colour', 'sizes[0].unit'],
    });
  });

  test('a name that every object inherits is a field like others', () => {
    const value: unknown = JSON.parse('{"constructor":1,"labels":{"constructor":"x"}}');
    expect(prune(schema, value)).toEqual({
      value: { labels: { constructor: 'x' } },
      unknown: ['constructor'],
    });
  });

  test('drops nulls, fills in defaults and leaves the original as it was', () => {
    const value = { name: null, sizes: [{}, { size: null }] };
    expect(prune(schema, value).value).toEqual({ sizes: [{ size: 3 }, { size: 3 }] });
    expect(value).toEqual({ name: null, sizes: [{}, { size: null }] });
  });
});
