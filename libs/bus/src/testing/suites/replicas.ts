import { expect, test } from '@jest/globals';
import { handle } from '../../index.js';
import { aCall, type BusLab, gate } from '../bus-lab.js';
import { echo, work } from '../lab-contracts.js';

export function replicas(lab: () => BusLab): void {
  const replica = async (name: string) => {
    const bus = await lab().bus('lab');
    const serving = await bus.serve([handle(echo, async () => ({ text: name }))]);
    return { bus, serving };
  };

  const answersOf = async (gateway: Awaited<ReturnType<BusLab['bus']>>, count: number) => {
    const asked = Array.from({ length: count }, () => gateway.request(echo, { text: '' }, aCall()));
    return (await Promise.all(asked)).map(({ text }) => text);
  };

  test('requests spread over the replicas, each is answered once', async () => {
    await replica('one');
    await replica('two');
    const gateway = await lab().bus('gateway');
    expect(new Set(await answersOf(gateway, 200))).toEqual(new Set(['one', 'two']));
    expect(gateway.counts().late).toBe(0);
  });

  test('a replica that leaves gets no more requests, and none is lost on the way', async () => {
    const { serving } = await replica('one');
    await replica('two');
    const gateway = await lab().bus('gateway');
    const during = answersOf(gateway, 200);
    await serving.leave();
    expect(await during).toHaveLength(200);
    expect(new Set(await answersOf(gateway, 100))).toEqual(new Set(['two']));
  });

  test('the last replica that leaves answers what it had, then there is none', async () => {
    const bus = await lab().bus('lab');
    const { opened, open } = gate();
    const began = gate();
    const serving = await bus.serve([
      handle(work, async ({ task }) => {
        began.open();
        await opened;
        return { done: task };
      }),
    ]);
    const gateway = await lab().bus('gateway');
    const asked = gateway.request(work, { task: 'one' }, aCall());
    await began.opened;
    await serving.leave();
    await expect(gateway.request(work, { task: 'two' }, aCall())).rejects.toMatchObject({
      kind: { code: 'service-unavailable' },
    });
    open();
    expect(await asked).toEqual({ done: 'one' });
  });

  test('a service that left may serve again', async () => {
    const { bus, serving } = await replica('one');
    await serving.leave();
    await bus.serve([handle(echo, async () => ({ text: 'again' }))]);
    const gateway = await lab().bus('gateway');
    expect(await answersOf(gateway, 1)).toEqual(['again']);
  });
}
