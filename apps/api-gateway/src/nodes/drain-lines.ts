import { Readable } from 'node:stream';
import {
  type CallContext,
  type DrainStep,
  exactJson,
  Refusal,
  unexpectedFault,
} from '@slipway/contracts';

/**
 * The steps of a drain as lines of JSON, the last `{"status":204}` or the error body. A drain that is
 * refused before its first step rejects here, so that it gets a status of its own.
 */
export async function drainLines(
  steps: AsyncIterable<DrainStep>,
  call: CallContext,
): Promise<Readable> {
  const iterator = steps[Symbol.asyncIterator]();
  const first = await iterator.next();
  return Readable.from(lines(first, iterator, call), { objectMode: false });
}

async function* lines(
  first: IteratorResult<DrainStep>,
  iterator: AsyncIterator<DrainStep>,
  { requestId }: CallContext,
): AsyncGenerator<string> {
  try {
    for (let next = first; !next.done; next = await iterator.next()) yield line(next.value);
    yield line({ status: 204 });
  } catch (error) {
    const refusal = error instanceof Refusal ? error : unexpectedFault({ requestId }, error);
    yield line(refusal.problem);
  } finally {
    // A client that leaves stops the drain.
    await iterator.return?.();
  }
}

const line = (value: unknown): string => `${exactJson(value)}\n`;
