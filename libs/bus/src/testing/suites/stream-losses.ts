import { headers, type Msg } from '@nats-io/transport-node';
import { describe, expect, test } from '@jest/globals';
import { aCall, type BusLab, eventually } from '../bus-lab.js';
import { walk } from '../lab-contracts.js';
import { readAll } from '../stream-pair.js';

/** A message of a stream: its place, then its payload. */
type Told = readonly [place: string, payload?: string];

export function streamLosses(lab: () => BusLab): void {
  /** A responder that knows nothing but these messages, and what is answered to it. */
  const toldBy = async (told: readonly Told[]) => {
    const answers: string[] = [];
    const cancels: string[] = [];
    const foreign = await lab().foreign();
    foreign.subscribe('answers', {
      callback: (_error, message) => void answers.push(message.string()),
    });
    foreign.subscribe('slipway.v1.lab.cancel', {
      callback: (_error, message) => void cancels.push(message.string()),
    });
    foreign.subscribe(walk.subject, {
      callback: (_error, message: Msg) => {
        for (const [place, payload] of told) {
          const head = headers();
          head.set('slipway-stream', place);
          foreign.publish(message.reply!, payload, { headers: head, reply: 'answers' });
        }
      },
    });
    await foreign.flush();
    const gateway = await lab().bus('gateway', { streams: { window: 3 } });
    const read = await readAll(gateway.stream(walk, { task: '' }, aCall()));
    return { read, gateway, answers, cancels };
  };

  const item = '{"step":1}';

  test('a foreign responder that keeps to the form is understood, new keys are dropped', async () => {
    const { read, answers } = await toldBy([
      ['0 alive'],
      ['1 item', '{"step":1,"added in":"a later version"}'],
      ['2 alive'],
      ['3 end', '{"done":"a"}'],
    ]);
    expect(read).toEqual({ steps: [1], done: 'a' });
    await eventually(() => answers[0] === '3', 'the sign of life to be answered with a grant');
  });

  describe('a lost message makes the outcome unknown, and the responder is told to stop', () => {
    test.each<[string, Told[], number[]]>([
      ['the first', [['1 item', item]], []],
      ['one between', [['0 alive'], ['1 item', item], ['3 item', item]], [1]],
      [
        'the last item',
        [
          ['0 item', item],
          ['2 end', '{"done":"a"}'],
        ],
        [1],
      ],
      ['a sign of life', [['0 alive'], ['2 alive']], []],
      [
        'none, but one came twice',
        [
          ['0 item', item],
          ['0 item', item],
        ],
        [1],
      ],
    ])('%s', async (_case, told, steps) => {
      const { read, gateway, cancels } = await toldBy(told);
      expect(read).toEqual({
        steps,
        error: expect.objectContaining({
          kind: expect.objectContaining({ code: 'outcome-unknown', status: 503 }),
          message: expect.stringContaining('a message of it was lost on the way'),
        }),
      });
      expect(gateway.counts().pending).toBe(0);
      await eventually(() => cancels.length === 1, 'the responder to be told');
    });
  });

  describe('what a stream may not hold is a fault, which the log does not quote', () => {
    test.each<[string, Told[], string]>([
      ['an answer without a place', [['', item]], 'does not say its place in the stream'],
      ['another shape', [['0 item', '{"step":"hunter2"}']], 'an item: step: invalid_type'],
      ['no JSON', [['0 item', 'hunter2']], 'not JSON in UTF-8'],
      [
        'more than was granted',
        [0, 1, 2, 3].map((sequence): Told => [`${sequence} item`, item]),
        'more than the 3 items came that were granted',
      ],
      ['an output of another shape', [['0 end', '{"done":1}']], 'done: invalid_type'],
    ])('%s', async (_case, told, because) => {
      const { read, cancels } = await toldBy(told);
      expect(read.error).toMatchObject({ kind: { code: 'unexpected-fault' } });
      const [line] = lab().log.lines.filter(({ level }) => level === 'error');
      expect(String(line?.fields['error'])).toContain(because);
      expect(String(line?.fields['error'])).not.toContain('hunter2');
      await eventually(() => cancels.length === 1, 'the responder to be told');
    });
  });

  test('whoever goes on with a stream that nobody reads is answered so', async () => {
    const { answers } = await toldBy([['0 end', '{"done":"a"}'], ['1 alive']]);
    await eventually(() => answers.includes(''), 'an empty answer');
  });
}
