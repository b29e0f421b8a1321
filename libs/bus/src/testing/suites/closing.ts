import { expect, test } from '@jest/globals';
import { refusal, kind } from '@slipway/contracts';
import { sleep, systemClock } from '@slipway/service';
import { type Bus, handle, type Handler } from '../../index.js';
import { aborted, aCall, type BusLab, eventually, gate } from '../bus-lab.js';
import { keep, list, nodes, work } from '../lab-contracts.js';

export function closing(lab: () => BusLab): void {
  const pair = async (...handlers: Handler[]): Promise<{ service: Bus; gateway: Bus }> => {
    const service = await lab().bus('lab');
    await service.serve(handlers);
    return { service, gateway: await lab().bus('gateway') };
  };

  const running = (service: Bus, count: number) =>
    eventually(() => service.counts().running === count, `${count} handlers to run`);

  test('50 running requests are finished and none of their replies is lost', async () => {
    const { opened, open } = gate();
    const { service, gateway } = await pair(
      handle(work, async ({ task }) => {
        await opened;
        await sleep(systemClock, Number(task) % 5);
        return { done: task };
      }),
      handle(list, async ({ count }) => {
        await opened;
        return nodes(count);
      }),
    );
    const tasks = Array.from({ length: 49 }, (_, index) => String(index));
    const asked = tasks.map((task) => gateway.request(work, { task }, aCall()));
    const large = gateway.request(list, { count: 5000 }, aCall());
    await running(service, 50);
    const closed = service.close({ within: 10_000 });
    open();
    expect((await Promise.all(asked)).map(({ done }) => done)).toEqual(tasks);
    expect(await large).toHaveLength(5000);
    await closed;
    expect(service.counts()).toMatchObject({ running: 0, pending: 0 });
  });

  test('once it closes nothing new is taken', async () => {
    const { opened, open } = gate();
    const { service, gateway } = await pair(
      handle(work, async ({ task }) => {
        await opened;
        return { done: task };
      }),
    );
    const asked = gateway.request(work, { task: 'before' }, aCall());
    await running(service, 1);
    const closed = service.close({ within: 10_000 });
    await eventually(() => service.counts().subscriptions === 2, 'the subject to be left');
    await expect(gateway.request(work, { task: 'after' }, aCall())).rejects.toMatchObject({
      kind: { code: 'service-unavailable' },
    });
    open();
    expect(await asked).toEqual({ done: 'before' });
    await closed;
    await expect(service.request(keep, {}, aCall())).rejects.toThrow('the bus is closed');
    expect(service.state()).toEqual({ up: false, because: 'the bus is closed' });
  });

  test('a handler that is asked to stop says how it leaves things', async () => {
    const drainCut = refusal<void>(kind('interrupted', 503), () => 'the Node stays cordoned');
    const { service, gateway } = await pair(
      handle(keep, async (_input, { signal }) => {
        await aborted(signal).catch(() => undefined);
        throw drainCut();
      }),
    );
    const asked = gateway.request(keep, {}, aCall()).catch((error: unknown) => error);
    await running(service, 1);
    await service.close({ within: 50 });
    expect(await asked).toMatchObject({
      kind: { code: 'interrupted', status: 503 },
      message: 'the Node stays cordoned',
    });
  });

  test('a handler that does not listen is answered for', async () => {
    const { opened, open } = gate();
    const { service, gateway } = await pair(handle(keep, () => opened));
    const asked = gateway.request(keep, {}, aCall()).catch((error: unknown) => error);
    await running(service, 1);
    await service.close({ within: 50 });
    expect(await asked).toMatchObject({
      kind: { code: 'interrupted', status: 503 },
      message: 'lab is stopping; repeat the request',
    });
    open();
  });

  test('handlers may ask others until they are done', async () => {
    const other = await lab().bus('other');
    const { opened, open } = gate();
    const { service, gateway } = await pair(
      handle(keep, async (_input, call) => {
        await opened;
        await expect(service.request(work, { task: '' }, call)).rejects.toMatchObject({
          message: expect.stringContaining('none of its replicas'),
        });
      }),
    );
    const asked = gateway.request(keep, {}, aCall());
    await running(service, 1);
    const closed = service.close({ within: 10_000 });
    open();
    await asked;
    await closed;
    expect(other.state().up).toBe(true);
  });

  test('calls of its own that still wait are interrupted; closing twice is closing once', async () => {
    const { service, gateway } = await pair(handle(keep, (_input, call) => aborted(call.signal)));
    const asked = gateway.request(keep, {}, aCall()).catch((error: unknown) => error);
    await running(service, 1);
    await Promise.all([gateway.close({ within: 1000 }), gateway.close({ within: 1000 })]);
    expect(await asked).toMatchObject({ kind: { code: 'interrupted' } });
    await running(service, 0);
  });
}
