import { describe, expect, test } from '@jest/globals';
import { chunkText, readChunk, Reassembly } from './chunk.js';

const part = (text: string) => Buffer.from(text);

describe('Reassembly', () => {
  test('gives the whole with the last part, letters cut in two included', () => {
    const bytes = part('a€b');
    const whole = { count: 3, bytes: 5 };
    const reassembly = new Reassembly(whole, 100);
    const pieces = [bytes.subarray(0, 2), bytes.subarray(2, 3), bytes.subarray(3)];
    const results = pieces.map((piece, sequence) => reassembly.add({ ...whole, sequence }, piece));
    expect(results.map((result) => result && Buffer.from(result).toString())).toEqual([
      undefined,
      undefined,
      'a€b',
    ]);
  });

  test('takes one part for a whole', () => {
    const reassembly = new Reassembly({ count: 1, bytes: 2 }, 2);
    expect(reassembly.add({ sequence: 0, count: 1, bytes: 2 }, part('ok'))).toEqual(part('ok'));
  });

  test('refuses a whole above the bound before it takes any of it', () => {
    expect(() => new Reassembly({ count: 2, bytes: 101 }, 100)).toThrow(
      'it has 101 bytes, at most 100 are taken',
    );
  });

  test('refuses more bytes than were announced, before the last part', () => {
    const reassembly = new Reassembly({ count: 3, bytes: 4 }, 100);
    expect(() => reassembly.add({ sequence: 0, count: 3, bytes: 4 }, part('12345'))).toThrow(
      'its parts have 5 bytes, not 4',
    );
  });
});

describe('the place of a part', () => {
  test('survives the way', () => {
    const chunk = { sequence: 3, count: 24, bytes: 3_000_000 };
    expect(readChunk(chunkText(chunk))).toEqual(chunk);
  });

  test.each(['', '1', '1/2', '-1/2 3', '1/0 3', '1/2 3 4', '1.5/2 3', 'a/b c', '1/2 9e9'])(
    '%j is refused',
    (text) => {
      expect(() => readChunk(text)).toThrow('a part does not say where it belongs');
    },
  );
});
