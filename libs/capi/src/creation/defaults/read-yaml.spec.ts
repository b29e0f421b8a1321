import { describe, expect, test } from '@jest/globals';
import { readYaml } from './read-yaml.js';

describe('YAML 1.2 in the core schema', () => {
  test.each(
    shortened<unknown>([
      ['a: 4', { a: 4 }],
      ['a: 8Gi', { a: '8Gi' }],
      ['a: "4"', { a: '4' }],
      ['a: 0640', { a: 640 }],
      ['a: "0640"', { a: '0640' }],
      ['a: 0o17', { a: 15 }],
      ['a: yes', { a: 'yes' }],
      ['a: on', { a: 'on' }],
      ['a: true', { a: true }],
      ['a: 2026-10-22', { a: '2026-10-22' }],
      ['a: 10:20', { a: '10:20' }],
      ['a:', { a: null }],
      ['1: a', { '1': 'a' }],
      ['<<: {a: 1}', { '<<': { a: 1 } }],
      ['a: &x {b: 1}\nc: *x', { a: { b: 1 }, c: { b: 1 } }],
      ['a: |\n  one\n  two\n', { a: 'one\ntwo\n' }],
      ['- FULL="{{KUBERNETES_VERSION}}"', ['FULL="{{KUBERNETES_VERSION}}"']],
      ['\ufeffa: é🚢', { a: 'é🚢' }],
      ['---\na: 1\n...\n', { a: 1 }],
      ['', null],
      ['# nothing', null],
      [nested(100), expect.anything()],
      ['a'.repeat(262_144), 'a'.repeat(262_144)],
    ]),
  )('%j is read', (_, text, value) => {
    expect(readYaml(text)).toEqual({ value });
  });

  test('a key __proto__ is a key like any other', () => {
    const reading = readYaml('__proto__: {a: 1}');
    expect('value' in reading && JSON.stringify(reading.value)).toBe('{"__proto__":{"a":1}}');
    expect({}).not.toHaveProperty('a');
  });

  test.each(
    shortened<string>([
      ['a: 1\nb: 2\na: 3', 'a key stands twice in one mapping at line 3, column 1'],
      ['b: {a: 1, a: 2}', 'a key stands twice in one mapping at line 1, column 11'],
      ['a: 1\n---\nb: 2', 'only one YAML document is allowed at line 2, column 1'],
      [
        'a: {{B}}',
        'a key is not text (quote a value that starts with a brace) at line 1, column 5',
      ],
      [
        '? [a]\n: b',
        'a key is not text (quote a value that starts with a brace) at line 1, column 3',
      ],
      ['a: !secret b', 'tags are not supported at line 1, column 4'],
      ['a: !!binary aGk=', 'tags are not supported at line 1, column 4'],
      ['a: .inf', 'infinite numbers and .nan are not allowed'],
      ['a: [{b: .nan}]', 'infinite numbers and .nan are not allowed'],
      ['a: *b', 'an alias has no anchor before it, or aliases stand for over 100 nodes'],
      [laughs(), 'an alias has no anchor before it, or aliases stand for over 100 nodes'],
      ['a: "b', 'not valid YAML (MISSING_CHAR) at line 1, column 6'],
      ['a:\n\tb: 1', 'not valid YAML (TAB_AS_INDENT) at line 2, column 1'],
      ['a: @b', 'not valid YAML (BAD_SCALAR_START) at line 1, column 4'],
      ['a'.repeat(262_145), 'longer than 262144 characters'],
      [nested(300), 'nested deeper than 100 levels'],
      ['['.repeat(100_000), 'nested deeper than 100 levels'],
      ['- '.repeat(100_000), 'nested deeper than 100 levels'],
      ['? '.repeat(100_000), 'nested deeper than 100 levels'],
      ['{a: '.repeat(50_000), 'nested deeper than 100 levels'],
    ]),
  )('%j is refused', (_, text, fault) => {
    expect(readYaml(text)).toEqual({ fault });
  });
});

/** Each text with a title in front of it. */
function shortened<T>(cases: readonly [text: string, rest: T][]): [string, string, T][] {
  return cases.map(([text, rest]) => [text.slice(0, 40), text, rest]);
}

function nested(levels: number): string {
  return `${'['.repeat(levels)}${']'.repeat(levels)}`;
}

/** Four lines that stand for some thousand nodes. */
function laughs(): string {
  const nine = (name: string) => Array.from({ length: 9 }, () => name).join(', ');
  return `a: &a [${nine('x')}]\nb: &b [${nine('*a')}]\nc: &c [${nine('*b')}]\nd: [${nine('*c')}]`;
}
