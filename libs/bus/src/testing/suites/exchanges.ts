import { expect, test } from '@jest/globals';
import { type CallContext } from '@slipway/contracts';
import { callScope } from '@slipway/service';
import { handle } from '../../index.js';
import { aCall, type BusLab } from '../bus-lab.js';
import { echo, keep } from '../lab-contracts.js';

export function exchanges(lab: () => BusLab): void {
  const pair = async (handlers: Parameters<Awaited<ReturnType<BusLab['bus']>>['serve']>[0]) => {
    await (await lab().bus('lab')).serve(handlers);
    return lab().bus('gateway');
  };

  test('a request gets its answer', async () => {
    const gateway = await pair([handle(echo, async ({ text }) => ({ text: `${text} €` }))]);
    const asked = ['a', 'b', 'c'].map((text) => gateway.request(echo, { text }, aCall()));
    expect(await Promise.all(asked)).toEqual([{ text: 'a €' }, { text: 'b €' }, { text: 'c €' }]);
  });

  test('a void contract answers nothing', async () => {
    const gateway = await pair([handle(keep, async () => undefined)]);
    expect(await gateway.request(keep, {}, aCall())).toBeUndefined();
  });

  test('ids, trace and caller reach the handler untouched', async () => {
    const head = {
      requestId: 'request-7',
      operationId: 'operation-1',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      caller: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmVk',
    };
    let received: CallContext | undefined;
    const gateway = await pair([
      handle(keep, async (_input, call) => {
        received = call;
      }),
    ]);
    await gateway.request(keep, {}, aCall(head));
    expect(received).toMatchObject(head);
    await gateway.request(keep, {}, aCall({ requestId: 'request-8' }));
    const { requestId, operationId, traceparent, caller } = received!;
    expect([requestId, operationId, traceparent, caller]).toEqual([
      'request-8',
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('the deadline travels as milliseconds left', async () => {
    const foreign = await lab().foreign();
    foreign.subscribe(keep.subject, {
      callback: (_error, message) =>
        void message.respond(
          message.headers?.get('slipway-milliseconds-left') === '10000' ? '' : '"no"',
        ),
    });
    await foreign.flush();
    const gateway = await lab().bus('gateway');
    expect(await gateway.request(keep, {}, aCall())).toBeUndefined();
  });

  test('a reply may have keys that are new, they are dropped', async () => {
    const foreign = await lab().foreign();
    foreign.subscribe(echo.subject, {
      callback: (_error, message) =>
        void message.respond('{"text":"a","added in":"a later version"}'),
    });
    await foreign.flush();
    const gateway = await lab().bus('gateway');
    expect(await gateway.request(echo, { text: 'a' }, aCall())).toEqual({ text: 'a' });
  });

  test('what the contract does not name does not leave the service', async () => {
    const answer = { text: 'a', password: 'hunter2' };
    const gateway = await pair([handle(echo, async () => answer)]);
    const seen: string[] = [];
    const foreign = await lab().foreign();
    foreign.subscribe('_INBOX.gateway.>', {
      callback: (_error, message) => void seen.push(message.string()),
    });
    await foreign.flush();
    await gateway.request(echo, { text: 'a' }, aCall());
    await foreign.flush();
    expect(seen).toEqual(['{"text":"a"}']);
  });

  test('warnings of the handler reach the caller beside the answer', async () => {
    const gateway = await pair([
      handle(keep, async (_input, call) => {
        call.warn?.('the cache is\n90 s old');
        call.warn?.('and lonely');
      }),
    ]);
    const warnings: string[] = [];
    await gateway.request(keep, {}, aCall({ warn: (text) => void warnings.push(text) }));
    expect(warnings).toEqual(['the cache is 90 s old', 'and lonely']);
  });

  test('a handler runs inside the logging scope of its call', async () => {
    const service = await lab().bus('lab', { around: callScope.run });
    await service.serve([
      handle(echo, async () => ({ text: callScope.current()?.requestId ?? 'no scope' })),
    ]);
    const gateway = await lab().bus('gateway');
    const call = aCall({ requestId: 'request-9' });
    expect(await gateway.request(echo, { text: '' }, call)).toEqual({ text: 'request-9' });
  });
}
