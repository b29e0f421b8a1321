import { describe, expect, test } from '@jest/globals';
import { GarbageError, jsonLines } from './index.js';

async function* stream(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

async function all(chunks: AsyncIterable<Uint8Array>, limit?: number): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of jsonLines(chunks, limit ? { limit } : {})) values.push(value);
  return values;
}

describe('jsonLines', () => {
  test.each<[string, string[], unknown[]]>([
    ['one a chunk', ['{"a":1}\n', '{"a":2}\n'], [{ a: 1 }, { a: 2 }]],
    ['many in a chunk', ['1\n2\n3\n'], [1, 2, 3]],
    ['across chunks', ['{"a"', ':', '1}', '\n{"a":2', '}\n'], [{ a: 1 }, { a: 2 }]],
    ['none', [], []],
    ['blank lines', ['\n\r\n1\n  \n'], [1]],
  ])('reads values: %s', async (_, chunks, values) => {
    expect(await all(stream(...chunks))).toEqual(values);
  });

  test('survives a chunk border at every byte, inside characters too', async () => {
    const values = [{ name: 'Größe 😀 Ω' }, { name: '漢字' }];
    const bytes = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(await all(stream(bytes.subarray(0, cut), bytes.subarray(cut)))).toEqual(values);
    }
    expect(await all(stream(...[...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(values);
  });

  test('reads a line far longer than 64 KB', async () => {
    const long = 'x'.repeat(1_000_000);
    expect(await all(stream(`"${long}`, '"\n'))).toEqual([long]);
  });

  test.each<[string, string[], string]>([
    ['prose', ['<html>\n'], 'a line is not JSON'],
    ['a line cut by the end', ['1\n{"a":'], 'the stream ended inside a line'],
    [
      'a line beyond the limit',
      ['"', 'x'.repeat(60), 'x'.repeat(60)],
      'a line is longer than 100 bytes',
    ],
  ])('throws on %s, without quoting it', async (_, chunks, message) => {
    const reading = all(stream(...chunks), 100);
    await expect(reading).rejects.toThrow(new GarbageError(message));
  });

  test('gives what came before the garbage', async () => {
    const seen: unknown[] = [];
    const read = async () => {
      for await (const value of jsonLines(stream('1\n2\noops\n3\n'))) seen.push(value);
    };
    await expect(read()).rejects.toThrow(GarbageError);
    expect(seen).toEqual([1, 2]);
  });

  test('breaking off ends the source', async () => {
    let ended = false;
    const source = (async function* () {
      try {
        for (;;) yield Buffer.from('1\n');
      } finally {
        ended = true;
      }
    })();
    for await (const value of jsonLines(source)) if (value === 1) break;
    expect(ended).toBe(true);
  });
});
