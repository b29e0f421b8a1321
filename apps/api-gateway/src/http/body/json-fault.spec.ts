import { describe, expect, test } from '@jest/globals';
import { type JsonFault, jsonFault } from './json-fault.js';

const end: JsonFault = { at: 'end' };

describe('jsonFault', () => {
  test.each<[string, JsonFault]>([
    ['{', end],
    ['[1,', end],
    ['{"a"', end],
    ['{"a":', end],
    ['"abc', end],
    ['"abc\\', end],
    ['"abc\\u12', end],
    ['tru', end],
    ['[fals', end],
    ['-', end],
    ['1.', end],
    ['1e', end],
    ['1e+', end],
    ['{"a":1', end],
    ['x', { at: 0, character: 'x' }],
    ['trux', { at: 3, character: 'x' }],
    ['True', { at: 0, character: 'T' }],
    ['nulL', { at: 3, character: 'L' }],
    ['01', { at: 1, character: '1' }],
    ['-x', { at: 1, character: 'x' }],
    ['1.x', { at: 2, character: 'x' }],
    ['1.e5', { at: 2, character: 'e' }],
    ['+1', { at: 0, character: '+' }],
    ['1e5.5', { at: 3, character: '.' }],
    ['"a\\x"', { at: 3, character: 'x' }],
    ['"a\\u12g4"', { at: 6, character: 'g' }],
    ['"a\nb"', { at: 2, character: '\n' }],
    ['"a\u0000b"', { at: 2, character: '\u0000' }],
    ["{'a':1}", { at: 1, character: "'" }],
    ['{a:1}', { at: 1, character: 'a' }],
    ['{"a" 1}', { at: 5, character: '1' }],
    ['{"a":1,}', { at: 7, character: '}' }],
    ['[1,]', { at: 3, character: ']' }],
    ['[1 2]', { at: 3, character: '2' }],
    ['[}', { at: 1, character: '}' }],
    ['{]', { at: 1, character: ']' }],
    ['{,}', { at: 1, character: ',' }],
    ['{"a":}', { at: 5, character: '}' }],
    ['{} {}', { at: 3, character: '{' }],
    ['{}x', { at: 2, character: 'x' }],
    ['null,', { at: 4, character: ',' }],
    ['\ufeff{}', { at: 0, character: '\ufeff' }],
    ['\u00a0{}', { at: 0, character: '\u00a0' }],
    ['{"é":😀}', { at: 5, character: '😀' }],
  ])('%j', (text, fault) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(jsonFault(text)).toEqual(fault);
  });

  test('finds the first fault of any damaged text: what comes before it can become JSON, with it nothing can', () => {
    const random = randomFrom(20261022);
    const damaged = Array.from({ length: 1000 }, (_, round) =>
      damage(samples[round % samples.length]!, random),
    ).filter((text) => !parses(text));
    const misjudged = damaged.filter((text) => {
      const fault = jsonFault(text);
      if (fault.at === 'end') return !canBecomeJson(text);
      const before = text.slice(0, fault.at);
      const pointsAtIt = text.startsWith(fault.character, fault.at);
      return !pointsAtIt || !canBecomeJson(before) || canBecomeJson(before + fault.character);
    });
    expect(misjudged).toEqual([]);
    expect(damaged.length).toBeGreaterThan(700);
  });

  test.each([
    ['arrays nested half a million deep', '['.repeat(500_000), end],
    ['objects nested deep', '{"a":'.repeat(150_000), end],
    ['a string as long as a body', `"${'a\\n'.repeat(300_000)}`, end],
    ['a number as long as a body', `${'1'.repeat(1_000_000)}x`, { at: 1_000_000, character: 'x' }],
    ['a million blanks', `{${' '.repeat(1_000_000)}x`, { at: 1_000_001, character: 'x' }],
  ])('survives %s', (_, text, fault) => {
    expect(jsonFault(text)).toEqual(fault);
  });
});

const samples = [
  '{"name":"demo","control_plane_replicas":3,"tags":{"team":"platform"},"description":null}',
  '{"replicas":-12.5e+3,"a":[true,false,null,[],{}]}',
  '"é\\u00e9\\n😀\\\\"',
  ' [ 1 , { "a" : [ 0.5 , -0 , 1E9 ] } ] ',
  'null',
];
const characters = [...'{}[]:,"\\ \n\u0000tfn0159-+.eEu/x\'é😀\ufeff\u00a0'];
const ofStrings = ['', '"', 'n"', 'u0000"', '0000"', '000"', '00"', '0"'];
const ofScalars = ['true', 'rue', 'ue', 'e', 'alse', 'lse', 'se', 'ull', 'll', 'l', '0', '"a":1'];
const tails = ['', ':1'];

/** Whether the rest of a token and the open brackets' ends make it JSON. */
function canBecomeJson(text: string): boolean {
  const closers: string[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]]/g)) {
    if (token === '{') closers.unshift('}');
    else if (token === '[') closers.unshift(']');
    else if (token === '}' || token === ']') closers.shift();
  }
  const end = closers.join('');
  return [...ofStrings, ...ofScalars].some((rest) =>
    tails.some((tail) => parses(text + rest + tail + end)),
  );
}

/** Removes, inserts, repeats or swaps one to three pieces. */
function damage(text: string, random: (below: number) => number): string {
  let points = [...text];
  for (let times = 1 + random(3); times > 0; times--) {
    const at = random(points.length + 1);
    const character = characters[random(characters.length)]!;
    points = [
      () => points.toSpliced(at, 1),
      () => points.toSpliced(at, 0, character),
      () => points.toSpliced(at, 1, character),
      () => points.slice(0, at),
      () => [...points.slice(0, at), ...points.slice(Math.max(0, at - 3))],
    ][random(5)]!();
  }
  return points.join('');
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The same numbers on every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
