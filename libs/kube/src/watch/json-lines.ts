/** The stream broke the protocol. Its bytes aren't quoted: they may be anything, Secrets included. */
export class GarbageError extends Error {
  override readonly name = 'GarbageError';
}

const NEWLINE = 0x0a;

/**
 * Newline-delimited JSON from a stream of bytes, value by value. A line may span any number of chunks
 * and a chunk may end inside a character: text is decoded once its line is whole.
 *
 * @param limit bytes that one line may have
 * @throws GarbageError on a line that isn't JSON, is too long, or is cut by the end
 */
export async function* jsonLines(
  chunks: AsyncIterable<Uint8Array>,
  { limit = 32 * 1024 * 1024 }: { limit?: number } = {},
): AsyncGenerator<unknown, void, void> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      pending.push(chunk.subarray(start, end));
      const line = Buffer.concat(pending).toString('utf8');
      pending = [];
      length = 0;
      start = end + 1;
      if (line.trim() !== '') yield parsed(line);
    }
    if (start === chunk.length) continue;
    pending.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > limit) throw new GarbageError(`a line is longer than ${limit} bytes`);
  }
  if (Buffer.concat(pending).toString('utf8').trim() !== '') {
    throw new GarbageError('the stream ended inside a line');
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new GarbageError('a line is not JSON');
  }
}
