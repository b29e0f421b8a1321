import { describe, expect, test } from '@jest/globals';
import { ManualClock } from '../testing/index.js';
import { createLogger } from './create-logger.js';
import { LineBuffer } from './line-buffer.js';

function capture() {
  const writes: string[] = [];
  const clock = new ManualClock();
  const stream = new LineBuffer({ write: (text) => void writes.push(text) }, clock);
  const logger = createLogger({ app: 'x', stream, clock });
  const messages = () =>
    writes.map((lines) =>
      lines
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { msg: string }).msg),
    );
  return { stream, logger, clock, messages };
}

describe('LineBuffer', () => {
  test('writes lines together, in their order, a tenth of a second after the first', async () => {
    const { logger, clock, messages } = capture();
    logger.info({}, 'a');
    await clock.advance(60);
    logger.info({}, 'b');
    expect(messages()).toEqual([]);
    await clock.advance(40);
    expect(messages()).toEqual([['a', 'b']]);
    logger.info({}, 'c');
    await clock.advance(100);
    expect(messages()).toEqual([['a', 'b'], ['c']]);
  });

  test.each(['warn', 'error'] as const)('a %s goes out at once with what waits', async (level) => {
    const { logger, clock, messages } = capture();
    logger.info({}, 'before');
    logger[level]({}, 'trouble');
    expect(messages()).toEqual([['before', 'trouble']]);
    logger.info({}, 'after');
    expect(messages()).toHaveLength(1);
    await clock.advance(100);
    expect(messages()).toEqual([['before', 'trouble'], ['after']]);
  });

  test('many lines do not wait', () => {
    const { logger, messages } = capture();
    for (let index = 0; index < 1_000; index++) logger.info({ index }, 'line');
    expect(messages().flat().length).toBeGreaterThan(500);
  });

  test('a flush writes what is held, once, and leaves no timer', async () => {
    const { stream, logger, clock, messages } = capture();
    logger.info({}, 'last');
    stream.flush();
    stream.flush();
    expect(messages()).toEqual([['last']]);
    expect(clock.pending).toBe(0);
    await clock.advance(100);
    expect(messages()).toEqual([['last']]);
  });
});
