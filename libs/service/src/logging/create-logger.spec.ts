import { describe, expect, test } from '@jest/globals';
import { ManualClock } from '../testing/index.js';
import { callScope } from './call-scope.js';
import { createLogger, type LogLevel } from './create-logger.js';
import { nestLogger } from './nest-logger.js';

function capture(level: LogLevel = 'debug') {
  const written: string[] = [];
  const logger = createLogger({
    app: 'cluster-api',
    level,
    stream: { write: (line) => void written.push(line) },
    clock: new ManualClock(new Date('2026-10-22T10:00:00Z')),
  });
  const lines = () => written.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { logger, written, lines };
}

const requestId = 'r-1';
const trace = '0af7651916cd43dd8448eb211c80319c';

describe('createLogger', () => {
  test('writes one JSON object a line', () => {
    const { logger, written } = capture();
    logger.info({ cluster: 'demo', count: 2 }, 'listed');
    expect(written).toEqual([
      '{"level":"info","time":"2026-10-22T10:00:00.000Z","app":"cluster-api","cluster":"demo","count":2,"msg":"listed"}\n',
    ]);
  });

  test.each<[LogLevel, LogLevel[]]>([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
  ])('at level %s writes %j', (level, expected) => {
    const { logger, lines } = capture(level);
    logger.debug({}, 'd');
    logger.info({}, 'i');
    logger.warn({}, 'w');
    logger.error({}, 'e');
    expect(lines().map((line) => line['level'])).toEqual(expected);
  });

  test('a child carries its fields, and its children theirs too', () => {
    const { logger, lines } = capture();
    logger.child({ resource: 'machines' }).child({ watch: 3 }).warn({}, 'lost');
    expect(lines()[0]).toMatchObject({ resource: 'machines', watch: 3, msg: 'lost' });
  });
});

describe('callScope', () => {
  test('gives its ids to every line of the call, across awaits and children, and to no other', async () => {
    const { logger, lines } = capture();
    const call = { requestId, operationId: 'o-1', traceparent: `00-${trace}-b7ad6b7169203331-01` };
    await callScope.run(call, async () => {
      await Promise.resolve();
      logger.child({ part: 'bus' }).info({}, 'inside');
    });
    logger.info({}, 'outside');
    const [inside, outside] = lines();
    expect(inside).toMatchObject({ requestId, operationId: 'o-1', traceId: trace, part: 'bus' });
    expect(Object.keys(outside!)).toEqual(['level', 'time', 'app', 'msg']);
  });

  test('two calls at once keep their own ids', async () => {
    const { logger, lines } = capture();
    const call = (id: string) =>
      callScope.run({ requestId: id }, async () => {
        await new Promise(setImmediate);
        logger.info({ id }, 'call');
      });
    await Promise.all([call('a'), call('b')]);
    for (const line of lines()) expect(line['requestId']).toBe(line['id']);
    expect(lines()).toHaveLength(2);
  });

  test.each([
    ['absent', undefined],
    ['malformed', 'canary'],
    ['all zeros', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
  ])('a traceparent that is %s gives no trace id', (_, traceparent) => {
    const { logger, lines } = capture();
    callScope.run({ requestId, traceparent }, () => logger.info({}, 'call'));
    expect(lines()[0]).toMatchObject({ requestId });
    expect(lines()[0]).not.toHaveProperty('traceId');
    expect(lines()[0]).not.toHaveProperty('operationId');
  });

  test('a field of the line wins over the scope', () => {
    const { logger, lines } = capture();
    callScope.run({ requestId }, () => logger.info({ requestId: 'other' }, 'about another'));
    expect(lines()[0]).toMatchObject({ requestId: 'other' });
  });
});

describe('no secret is written', () => {
  const canary = 'canary-4711';
  const jwt = `eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ${canary}.c2ln`;
  const httpError = () =>
    Object.assign(new Error('401 Unauthorized'), {
      headers: { authorization: `Bearer ${canary}` },
      body: canary,
      options: { url: `https://x/?token=${canary}` },
    });
  const keys = [
    'authorization',
    'token',
    'password',
    'kubeconfig',
    'cookie',
    'Set-Cookie',
    'apiKey',
  ];

  test.each<[string, Record<string, unknown>, string]>([
    ...keys.map((key): [string, Record<string, unknown>, string] => [key, { [key]: canary }, 'x']),
    ...keys.map((key): [string, Record<string, unknown>, string] => [
      `${key}, deep`,
      { request: { parts: [{ headers: { [key]: [canary, { inner: canary }] } }] } },
      'x',
    ]),
    ['extras of an error', { error: httpError() }, 'x'],
    ['extras of a cause', { error: new Error('failed', { cause: httpError() }) }, 'x'],
    ['the text of an error', { error: new Error(`header Bearer ${canary}`) }, 'x'],
    ['a URL in an error', { error: new Error(`connect nats://u:${canary}@h`) }, 'x'],
    ['a YAML error', { error: new Error(`bad line:\n  token: ${canary}\n  ^`) }, 'x'],
    ['a signed token as a value', { caller: jwt }, 'x'],
    ['bytes', { chunk: Buffer.from(canary) }, 'x'],
    ['a nested JSON text', { payload: JSON.stringify({ password: canary }) }, 'x'],
    ['the message', {}, `sent Authorization: Bearer ${canary}`],
  ])('%s', (_, fields, message) => {
    const { logger, written } = capture();
    logger.error(fields, message);
    logger.child(fields).info({}, message);
    nestLogger(logger).error(fields, message);
    nestLogger(logger).error(fields['error'] ?? message, 'Context');
    expect(written).toHaveLength(4);
    expect(written.join('')).not.toContain(canary);
  });
});
