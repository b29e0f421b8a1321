import { describe, expect, test } from '@jest/globals';
import { errorTable, Refusal } from '@slipway/contracts';
import { decodeJson, encodeJson } from './json.js';
import { refusalAnswer, refusalFrom } from './refusal.js';

describe('a refusal on the wire', () => {
  test.each(errorTable.map((kind) => [kind.code, kind] as const))('%s survives', (_code, kind) => {
    const sent = new Refusal(kind, 'because', { errors: [{ name: 'A.B', reason: 'required' }] });
    const { payload, refusal } = refusalAnswer(sent);
    const received = refusalFrom(decodeJson(payload));
    const { code, status, title } = kind;
    expect(refusal).toBe(code);
    expect(received.kind).toEqual({ code, status, title });
    expect(received.problem).toEqual(sent.problem);
  });

  test('of a code unknown here keeps its own status', () => {
    const told = { code: 'quota-exceeded', status: 429, title: 'Too Many', detail: 'wait' };
    expect(refusalFrom(told)).toMatchObject({
      kind: { code: 'quota-exceeded', status: 429, title: 'Too Many' },
      message: 'wait',
    });
  });

  test.each([
    ['nothing', undefined],
    ['no code', { status: 404, title: 'Not Found', detail: 'x' }],
    ['a status that is no error', { code: 'x', status: 200, title: 'OK', detail: 'x' }],
    ['a status beyond HTTP', { code: 'x', status: 999, title: 'x', detail: 'x' }],
  ])('with %s is a fault', (_case, value) => {
    expect(() => refusalFrom(value)).toThrow('its description of a refusal is malformed');
  });
});

describe('JSON on the wire', () => {
  test.each([[undefined], [null], [''], [{ a: ['ä', 1.5, false] }]])('%j survives', (value) => {
    expect(decodeJson(encodeJson(value))).toEqual(value);
  });

  test('an error does not quote the text', () => {
    expect(() => decodeJson(Buffer.from('hunter2'))).toThrow(/^not JSON in UTF-8$/);
  });
});
