import { describe, expect, test } from '@jest/globals';
import { CaptureLogger } from '../testing/index.js';
import { type CheckResult } from './check.js';
import { Readiness } from './readiness.js';

describe('Readiness', () => {
  test('says in the log when a check turns, not at every probe', () => {
    const logger = new CaptureLogger();
    let result: CheckResult = { up: false, because: 'not connected yet' };
    const readiness = new Readiness([{ name: 'nats', check: () => result }], logger);
    readiness.ask();
    readiness.ask();
    result = { up: true };
    readiness.ask();
    readiness.ask();
    result = { up: false };
    readiness.ask();
    expect(logger.lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
      'warn nats is down: not connected yet',
      'info nats is up again',
      'warn nats is down: no reason given',
    ]);
  });

  test('says nothing of a check that was up from the start', () => {
    const logger = new CaptureLogger();
    new Readiness([{ name: 'nats', check: () => ({ up: true }) }], logger).ask();
    expect(logger.lines).toEqual([]);
  });

  test('a check that throws is down, the others are asked all the same', () => {
    const logger = new CaptureLogger();
    const broken = {
      name: 'broken',
      check: () => {
        throw new TypeError('a mistake');
      },
    };
    const results = new Readiness(
      [broken, { name: 'nats', check: () => ({ up: true }) }],
      logger,
    ).ask();
    expect([...results]).toEqual([
      ['broken', { up: false, because: 'the check itself failed; the log says how' }],
      ['nats', { up: true }],
    ]);
    expect(logger.lines[0]).toMatchObject({
      level: 'error',
      fields: { error: expect.any(TypeError) },
    });
  });
});
