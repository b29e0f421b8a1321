import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { systemClock } from '@slipway/service';
import { handle } from '../../index.js';
import { aborted, aCall, type BusLab, eventually } from '../bus-lab.js';
import { echo, keep } from '../lab-contracts.js';

export function cancellation(lab: () => BusLab): void {
  const pairThatWaits = async () => {
    const reasons: unknown[] = [];
    const service = await lab().bus('lab');
    await service.serve([
      handle(keep, (_input, { signal }) =>
        aborted(signal).catch((reason: unknown) => {
          reasons.push(reason);
          throw reason;
        }),
      ),
      handle(echo, async ({ text }) => ({ text })),
    ]);
    return { service, gateway: await lab().bus('gateway'), reasons };
  };

  test('a caller that leaves aborts the signal of the handler within a second', async () => {
    const { service, gateway, reasons } = await pairThatWaits();
    const call = aCall();
    const asked = gateway.request(keep, {}, call);
    await eventually(() => service.counts().running === 1, 'the handler to run');
    const left = systemClock.monotonic();
    call.leave();
    await expect(asked).rejects.toThrow('the client has gone');
    await eventually(() => reasons.length === 1, 'the signal of the handler to abort');
    expect(systemClock.monotonic() - left).toBeLessThan(1000);
    expect(reasons[0]).toMatchObject({ message: 'the caller has left' });
    await eventually(() => service.counts().running === 0, 'the handler to end');
  });

  test('only the call that was left is cancelled', async () => {
    const { service, gateway, reasons } = await pairThatWaits();
    const [first, second] = [aCall(), aCall()];
    const asked = [first, second].map((call) => gateway.request(keep, {}, call));
    const ends = Promise.allSettled(asked);
    await eventually(() => service.counts().running === 2, 'both handlers to run');
    first.leave();
    await eventually(() => service.counts().running === 1, 'one handler to end');
    await gateway.request(echo, { text: 'a' }, aCall());
    expect(service.counts().running).toBe(1);
    expect(reasons).toHaveLength(1);
    second.leave();
    await ends;
  });

  test('1,000 aborted requests leave nothing on either side', async () => {
    const { service, gateway } = await pairThatWaits();
    const before = { service: service.counts(), gateway: gateway.counts() };
    const calls = Array.from({ length: 1000 }, () => aCall());
    const asked = calls.map((call) => gateway.request(keep, {}, call));
    const ends = Promise.allSettled(asked);
    await eventually(() => service.counts().running === 1000, '1,000 handlers to run');
    for (const call of calls) call.leave();
    const statuses = (await ends).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['rejected']));
    await eventually(() => service.counts().running === 0, 'every handler to end');
    expect(gateway.counts()).toEqual(before.gateway);
    expect(service.counts()).toEqual(before.service);
    const listeners = calls.flatMap(({ signal }) => getEventListeners(signal, 'abort'));
    expect(listeners).toEqual([]);
  });

  test('answered calls let go of their signal', async () => {
    const { gateway } = await pairThatWaits();
    const call = aCall();
    for (let count = 0; count < 20; count++) await gateway.request(echo, { text: 'a' }, call);
    expect(getEventListeners(call.signal, 'abort')).toEqual([]);
  });

  test('a call that was left before it began is not sent', async () => {
    const { service, gateway } = await pairThatWaits();
    const call = aCall();
    call.leave();
    await expect(gateway.request(keep, {}, call)).rejects.toThrow('the client has gone');
    await gateway.request(echo, { text: 'a' }, aCall());
    expect(service.counts().running).toBe(0);
  });
}
