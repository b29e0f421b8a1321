import { describe, expect, test } from '@jest/globals';
import { aStatus } from '../testing/index.js';
import { statusFromAnswer, statusFromEvent } from './index.js';

describe('an answer that is an error', () => {
  test('with a Status keeps code, reason, message and details', () => {
    const causes = [{ reason: 'FieldValueInvalid', field: 'spec.replicas', message: 'negative' }];
    const body = aStatus(422, 'Invalid', {
      message: 'Machine "m" is invalid',
      details: { name: 'm', kind: 'Machine', causes, retryAfterSeconds: 3 },
    });
    expect(statusFromAnswer({ code: 422, text: JSON.stringify(body) })).toMatchObject({
      name: 'StatusError',
      code: 422,
      reason: 'Invalid',
      message: 'Machine "m" is invalid',
      details: { name: 'm', kind: 'Machine', causes },
      retryAfterSeconds: 3,
    });
  });

  test.each<[string, { code: number; text: string; retryAfter?: string }, object]>([
    [
      'HTML',
      { code: 502, text: '<h1>Bad\n  Gateway</h1>' },
      { message: 'HTTP 502: <h1>Bad Gateway</h1>' },
    ],
    ['nothing', { code: 503, text: '' }, { message: 'HTTP 503', reason: '' }],
    ['other JSON', { code: 404, text: '{"a":1}' }, { message: 'HTTP 404: {"a":1}', details: {} }],
    [
      'a Status of odd types',
      { code: 500, text: JSON.stringify({ kind: 'Status', message: 4, details: 'x' }) },
      { message: 'HTTP 500', details: {} },
    ],
    ['a header', { code: 429, text: '', retryAfter: '7' }, { retryAfterSeconds: 7 }],
    [
      'a date as header',
      { code: 429, text: '', retryAfter: 'Wed' },
      { retryAfterSeconds: undefined },
    ],
    [
      'another code inside',
      { code: 409, text: JSON.stringify(aStatus(200, 'Conflict')) },
      { code: 409 },
    ],
  ])('with %s is readable too', (_, answer, expected) => {
    expect(statusFromAnswer(answer)).toMatchObject({ code: answer.code, ...expected });
  });

  test.each([
    ['a Status', JSON.stringify(aStatus(500, 'x', { message: 'm'.repeat(1e6) })), 1_025],
    ['text', 'm'.repeat(1e6), 'HTTP 500: '.length + 201],
  ])('keeps little of a long message in %s', (_, text, length) => {
    expect(statusFromAnswer({ code: 500, text }).message).toHaveLength(length);
  });
});

describe('an ERROR event', () => {
  test.each([
    [aStatus(410, 'Expired'), true],
    [aStatus(410, 'Gone'), true],
    [{ kind: 'Status', reason: 'Expired' }, true],
    [aStatus(500, 'InternalError'), false],
  ])('%j says whether the version has expired: %s', (object, expired) => {
    expect(statusFromEvent(object)?.isExpired).toBe(expired);
  });

  test('without a Status is none', () => {
    expect(statusFromEvent({ kind: 'Pod' })).toBeUndefined();
  });
});
