import { describe, expect, test } from '@jest/globals';
import {
  ClusterCreateParams,
  ClusterDescriptionParams,
  ClusterReplicasParams,
  ClusterTagParams,
  NodeDrainParams,
  Refusal,
} from '@slipway/contracts';
import { type BodySchema, decodeBody } from './index.js';

const bodies: readonly BodySchema[] = [
  ClusterCreateParams,
  ClusterDescriptionParams,
  ClusterReplicasParams,
  ClusterTagParams,
  NodeDrainParams,
];
const structOf = (body: BodySchema) => (body.meta() as { struct: string }).struct;
const fieldsOf = (body: BodySchema) => Object.keys(body.shape).map((field) => ({ body, field }));

/** What a body becomes: its fields, or the detail of the 400. */
function decoded(text: string | Buffer | undefined, schema: BodySchema): unknown {
  try {
    return decodeBody(typeof text === 'string' ? Buffer.from(text) : text, schema);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.problem).toMatchObject({ status: 400, title: 'Decoding Failed' });
    expect(error.problem).not.toHaveProperty('errors');
    return error.problem.detail.replace('cannot decode request body: ', '');
  }
}

/** JSON of each kind, and what a message calls it. */
const values: Record<string, { readonly json: string; readonly value: unknown }> = {
  string: { json: '"x"', value: 'x' },
  'number 1': { json: '1', value: 1 },
  bool: { json: 'true', value: true },
  object: { json: '{"a":"b"}', value: { a: 'b' } },
  array: { json: '["a"]', value: ['a'] },
};
const types: Record<string, { readonly go: string; readonly takes: string }> = {
  control_plane_replicas: { go: 'int32', takes: 'number 1' },
  worker_replicas: { go: 'int32', takes: 'number 1' },
  replicas: { go: 'int32', takes: 'number 1' },
  timeout_seconds: { go: 'int32', takes: 'number 1' },
  ignore_daemon_sets: { go: 'bool', takes: 'bool' },
  delete_empty_dir_data: { go: 'bool', takes: 'bool' },
  force: { go: 'bool', takes: 'bool' },
  tags: { go: 'map[string]string', takes: 'object' },
};
const typeOf = (field: string) => types[field] ?? { go: 'string', takes: 'string' };

describe.each(bodies.map((body) => [structOf(body), body] as const))('%s', (struct, body) => {
  test.each([
    ['no body', undefined],
    ['no bytes', ''],
    ['blanks', ' \t\r\n'],
    ['null', 'null'],
    ['null among blanks', '\n null '],
    ['an empty object', '{}'],
    [
      'nothing but nulls',
      JSON.stringify(Object.fromEntries(fieldsOf(body).map(({ field }) => [field, null]))),
    ],
  ])('%s is the empty body', (_, text) => {
    expect(decoded(text, body)).toEqual({});
  });

  test.each([
    ['[]', 'array'],
    ['"{}"', 'string'],
    ['1', 'number'],
    ['false', 'bool'],
  ])('%s is no body', (text, kind) => {
    const detail = `json: cannot unmarshal ${kind} into Go value of type ${struct}`;
    expect(decoded(text, body)).toBe(detail);
  });

  test.each([
    'colour',
    'Name',
    'REPLICAS',
    'name ',
    '',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'é"\n',
    'struct',
  ])('a field %j is unknown', (field) => {
    const name = JSON.stringify(field);
    expect(decoded(`{${name}:null}`, body)).toBe(`json: unknown field ${name}`);
    expect(decoded(`{${name}:{"a":1}}`, body)).toBe(`json: unknown field ${name}`);
  });

  const cases = fieldsOf(body).flatMap(({ field }) =>
    Object.entries(values).map(([kind, { json, value }]) => {
      const { go, takes } = typeOf(field);
      const where = `Go struct field ${struct}.${field} of type ${go}`;
      const number = kind.startsWith('number') && go !== 'int32' ? 'number' : kind;
      const detail = `json: cannot unmarshal ${number} into ${where}`;
      return [field, json, kind === takes ? { [field]: value } : detail] as const;
    }),
  );
  test.each(cases)('%s: %s becomes %j', (field, json, expected) => {
    expect(decoded(`{"${field}":${json}}`, body)).toEqual(expected);
  });
});

describe('integers', () => {
  const refused = (number: string) =>
    `json: cannot unmarshal number ${number} into Go struct field ClusterReplicasParams.replicas of type int32`;
  test.each<[string, unknown]>([
    ['2147483647', { replicas: 2147483647 }],
    ['-2147483648', { replicas: -2147483648 }],
    ['0', { replicas: 0 }],
    ['-0', { replicas: 0 }],
    ['2147483648', refused('2147483648')],
    ['-2147483649', refused('-2147483649')],
    ['4294967297', refused('4294967297')],
    ['9007199254740993', refused('9007199254740993')],
    ['1e400', refused('1e400')],
    ['1.5', refused('1.5')],
    ['1.0', refused('1.0')],
    ['3.0000000000000000001', refused('3.0000000000000000001')],
    ['1e3', refused('1e3')],
    ['10E-1', refused('10E-1')],
    ['-0.0', refused('-0.0')],
  ])('%s', (number, expected) => {
    const body = decoded(`{"replicas": ${number}}`, ClusterReplicasParams);
    expect(body).toEqual(expected);
    // Not even where the key hides behind an escape.
    expect(decoded(`{"r\\u0065pl\\u0069c\\u0061s":${number}}`, ClusterReplicasParams)).toEqual(
      body,
    );
  });

  test('a text that looks like the field is not taken for it', () => {
    const text = JSON.stringify({ description: '"worker_replicas": 1.5', worker_replicas: 2 });
    expect(decoded(text, ClusterCreateParams)).toEqual(JSON.parse(text));
  });
});

describe('tags', () => {
  test.each<[string, unknown]>([
    ['{}', {}],
    ['{"team":"platform","empty":""}', { team: 'platform', empty: '' }],
    ['{"team":null}', { team: '' }],
    ['{"constructor":"x","toString":"y"}', { constructor: 'x', toString: 'y' }],
  ])('%s', (json, tags) => {
    expect(decoded(`{"tags":${json}}`, ClusterCreateParams)).toEqual({ tags });
  });

  test('one named __proto__ is one like any other', () => {
    const { tags } = decodeBody(
      Buffer.from('{"tags":{"__proto__":"x","a":"b"}}'),
      ClusterCreateParams,
    );
    expect(Object.entries(tags!)).toEqual([
      ['__proto__', 'x'],
      ['a', 'b'],
    ]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test.each([
    ['{"a":1}', 'number'],
    ['{"a":"x","b":false}', 'bool'],
    ['{"a":{}}', 'object'],
    ['{"a":[]}', 'array'],
  ])('%s has a value of a wrong type', (json, kind) => {
    const detail = `json: cannot unmarshal ${kind} into Go struct field ClusterCreateParams.tags of type string`;
    expect(decoded(`{"tags":${json}}`, ClusterCreateParams)).toBe(detail);
  });
});

describe('malformed bodies', () => {
  test.each<[string, string]>([
    ['{', 'unexpected EOF'],
    ['{"description":"a', 'unexpected EOF'],
    ['{"description":tru', 'unexpected EOF'],
    ['\ufeff{}', 'invalid character "\ufeff" at byte 0'],
    ['\ufeff', 'invalid character "\ufeff" at byte 0'],
    ['\u00a0', 'invalid character "\u00a0" at byte 0'],
    ['\u0000', 'invalid character "\\u0000" at byte 0'],
    ['{} {}', 'invalid character "{" at byte 3'],
    ['{}\n{}', 'invalid character "{" at byte 3'],
    ['null null', 'invalid character "n" at byte 5'],
    ['{"description":"a\u0000"}', 'invalid character "\\u0000" at byte 17'],
    ['{"description":"a\nb"}', 'invalid character "\\n" at byte 17'],
    ['{"description":"é😀"x}', 'invalid character "x" at byte 23'],
    ['{"description":😀}', 'invalid character "😀" at byte 15'],
    ["{'description':'a'}", 'invalid character "\'" at byte 1'],
    ['{"description":"a",}', 'invalid character "}" at byte 19'],
    ['{"description":NaN}', 'invalid character "N" at byte 15'],
    ['[1,2', 'unexpected EOF'],
  ])('%j: %s', (text, detail) => {
    expect(decoded(text, ClusterDescriptionParams)).toBe(detail);
  });

  test.each([
    ['closed arrays', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
    ['open arrays', '['.repeat(1_000_000)],
    ['arrays in a field', `{"description":${'['.repeat(400_000)}${']'.repeat(400_000)}}`],
    ['objects', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`],
    ['arrays in an unknown field', `{"x":${'['.repeat(400_000)}`],
  ])('%s nested very deep are 400', (_, text) => {
    expect(decoded(text, ClusterDescriptionParams)).toEqual(expect.any(String));
  });
});

describe('texts', () => {
  const description = (text: string | Buffer) => decoded(text, ClusterDescriptionParams);
  test.each([
    ['"line\\nbreak \\"quoted\\" é 😀"', 'line\nbreak "quoted" é 😀'],
    ['"\\ud83d\\ude00"', '😀'],
    ['"\\u0000"', '\u0000'],
    ['"\\ud83d"', '\ufffd'],
    ['"a\\ude00\\ud83db"', 'a\ufffd\ufffdb'],
  ])('%s', (json, text) => {
    expect(description(`{"description":${json}}`)).toEqual({ description: text });
  });

  test('bytes that are no UTF-8 become U+FFFD', () => {
    const bytes = Buffer.from('{"description":"a?b"}');
    bytes[bytes.indexOf('?')] = 0xff;
    expect(description(bytes)).toEqual({ description: 'a\ufffdb' });
  });

  test('of a repeated key the last counts', () => {
    expect(description('{"description":"a","description":"b"}')).toEqual({ description: 'b' });
    const twice = '{"replicas":1.0,"replicas":3}';
    expect(decoded(twice, ClusterReplicasParams)).toEqual({ replicas: 3 });
  });
});
