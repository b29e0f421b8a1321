import { describe, expect, test } from '@jest/globals';
import { CaptureLogger } from '../testing/index.js';
import { nestLogger } from './nest-logger.js';

const stack = 'Error: broken\n    at place (file.js:1:1)';
const error = new Error('broken');

describe('nestLogger', () => {
  test.each([
    ['verbose', 'debug'],
    ['debug', 'debug'],
    ['log', 'debug'],
    ['warn', 'warn'],
    ['error', 'error'],
    ['fatal', 'error'],
  ] as const)('%s becomes %s', (method, level) => {
    const capture = new CaptureLogger();
    nestLogger(capture)[method]!('text', 'RoutesResolver');
    expect(capture.lines).toEqual([
      { level, fields: { context: 'RoutesResolver' }, message: 'text' },
    ]);
  });

  test.each<[string, unknown[], object, string]>([
    ['text alone', ['text'], {}, 'text'],
    ['text, stack and context', ['text', stack, 'Handler'], { stack, context: 'Handler' }, 'text'],
    ['text and stack', ['text', stack], { stack }, 'text'],
    ['text and no stack', ['text', undefined, 'Handler'], { context: 'Handler' }, 'text'],
    ['an error', [error], { error }, 'broken'],
    ['an error and context', [error, 'Handler'], { error, context: 'Handler' }, 'broken'],
    ['text and an error', ['text', error], { error }, 'text'],
    [
      'an object',
      [{ a: 1 }, 'Handler'],
      { context: 'Handler', details: { a: 1 } },
      'message of the framework',
    ],
  ])('%s', (_, [message, ...more], fields, text) => {
    const capture = new CaptureLogger();
    nestLogger(capture).error(message, ...more);
    expect(capture.lines).toEqual([{ level: 'error', fields, message: text }]);
  });
});
