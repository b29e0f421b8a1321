import { headers } from '@nats-io/transport-node';
import { describe, expect, test } from '@jest/globals';
import { type Bus, handle } from '../../index.js';
import { aCall, type BusLab, eventually } from '../bus-lab.js';
import { echo, list, nodes } from '../lab-contracts.js';

export function largeReplies(lab: () => BusLab): void {
  const pair = async (options = {}): Promise<{ gateway: Bus; service: Bus }> => {
    const service = await lab().bus('lab');
    await service.serve([
      handle(list, async ({ count }) => nodes(count)),
      handle(echo, async ({ text }) => ({ text })),
    ]);
    return { service, gateway: await lab().bus('gateway', options) };
  };

  test('lists of 10,000 nodes arrive whole, several at once', async () => {
    const { gateway } = await pair();
    const expected = JSON.stringify(nodes(10_000));
    expect(Buffer.byteLength(expected)).toBeGreaterThan(2_500_000);
    const asked = [1, 2].map(() => gateway.request(list, { count: 10_000 }, aCall()));
    // Compared as text: Jest takes seconds for this many objects.
    for (const received of await Promise.all(asked))
      expect(JSON.stringify(received) === expected).toBe(true);
    expect(gateway.counts().pending).toBe(0);
  });

  test('small answers pass between the parts of a large one', async () => {
    const { gateway } = await pair();
    const foreign = await lab().foreign();
    const order: string[] = [];
    foreign.subscribe('_INBOX.gateway.>', {
      callback: (_error, { headers: received }) =>
        void order.push(received?.get('slipway-chunk') ? 'part' : 'small'),
    });
    await foreign.flush();
    const large = gateway.request(list, { count: 10_000 }, aCall());
    await eventually(() => order.includes('part'), 'the first part');
    const small = Array.from({ length: 20 }, (_, index) =>
      gateway.request(echo, { text: String(index) }, aCall()),
    );
    await Promise.all([large, ...small]);
    await foreign.flush();
    expect(order.filter((kind) => kind === 'small')).toHaveLength(20);
    expect(order.lastIndexOf('small')).toBeLessThan(order.lastIndexOf('part'));
  });

  test('a caller that leaves stops the parts', async () => {
    const { service, gateway } = await pair();
    const call = aCall();
    const foreign = await lab().foreign();
    let parts = 0;
    foreign.subscribe('_INBOX.gateway.>', { callback: () => void parts++ });
    await foreign.flush();
    const asked = gateway.request(list, { count: 10_000 }, call);
    const ended = asked.catch((error: Error) => error.message);
    await eventually(() => parts > 0, 'the first part');
    call.leave();
    expect(await ended).toBe('the client has gone');
    await eventually(() => service.counts().running === 0, 'the sending to stop');
    await foreign.flush();
    expect(parts).toBeLessThan(Buffer.byteLength(JSON.stringify(nodes(10_000))) / (128 * 1024));
  });

  test('a reply above the bound is a fault, and its sender stops', async () => {
    const { service, gateway } = await pair({ maxReassembledBytes: 100_000 });
    await expect(gateway.request(list, { count: 10_000 }, aCall())).rejects.toMatchObject({
      kind: { code: 'unexpected-fault' },
      cause: { message: expect.stringContaining('at most 100000 are taken') },
    });
    await eventually(() => service.counts().running === 0, 'the sender to stop');
  });

  describe('parts that are not in order are a fault', () => {
    test.each([
      ['twice', ['0/2 4', '0/2 4'], 'part 0 came where 1 was due'],
      ['missing', ['0/3 6', '2/3 6'], 'part 2 came where 1 was due'],
      ['of two sizes', ['0/2 4', '1/2 5'], 'its parts disagree about the whole'],
      ['too short', ['0/2 9', '1/2 9'], 'its parts have 4 bytes, not 9'],
      ['nowhere', ['first'], 'a part does not say where it belongs'],
    ])('%s', async (_case, chunks, because) => {
      const foreign = await lab().foreign();
      foreign.subscribe(echo.subject, {
        callback: (_error, message) => {
          for (const chunk of chunks) {
            const head = headers();
            head.set('slipway-chunk', chunk);
            message.respond('{}', { headers: head });
          }
        },
      });
      await foreign.flush();
      const gateway = await lab().bus('gateway');
      await expect(gateway.request(echo, { text: 'a' }, aCall())).rejects.toMatchObject({
        kind: { code: 'unexpected-fault' },
        cause: { message: because },
      });
      expect(lab().log.messages('error')).toEqual([
        `a reply to ${echo.subject} violates its contract`,
      ]);
    });
  });
}
