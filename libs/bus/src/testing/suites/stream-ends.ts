import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { kind, refusal } from '@slipway/contracts';
import { systemClock } from '@slipway/service';
import { aborted, aCall, type BusLab, eventually } from '../bus-lab.js';
import { readAll, running, streamPair, untilAborted, type Walker } from '../stream-pair.js';

export function streamEnds(lab: () => BusLab): void {
  test('a caller that leaves aborts the signal of the handler within a second', async () => {
    const { reasons, walker } = untilAborted();
    const { ask, service, gateway } = await streamPair(lab(), walker);
    const call = aCall();
    const read = readAll(ask('', call));
    await running(service, 1);
    const left = systemClock.monotonic();
    call.leave();
    expect((await read).error).toMatchObject({ message: 'the client has gone' });
    await eventually(() => reasons.length === 1, 'the signal of the handler to abort');
    expect(systemClock.monotonic() - left).toBeLessThan(1000);
    expect(reasons[0]).toMatchObject({ message: 'the caller has left' });
    await running(service, 0);
    expect(gateway.counts().pending).toBe(0);
  });

  test('200 streams that are left leave nothing on either side', async () => {
    const { reasons, walker } = untilAborted();
    const { ask, service, gateway } = await streamPair(lab(), walker);
    const before = { service: service.counts(), gateway: gateway.counts().pending };
    const calls = Array.from({ length: 200 }, () => aCall());
    const reads = calls.map((call) => readAll(ask('', call)));
    await running(service, 200);
    for (const call of calls) call.leave();
    await Promise.all(reads);
    await running(service, 0);
    expect(reasons).toHaveLength(200);
    expect(service.counts()).toEqual(before.service);
    expect(gateway.counts().pending).toBe(before.gateway);
    expect(calls.flatMap(({ signal }) => getEventListeners(signal, 'abort'))).toEqual([]);
  });

  test('a service that stops ends its streams at once, in the words of their handlers', async () => {
    const drainCut = refusal<void>(kind('interrupted', 503), () => 'the Node stays cordoned');
    const walker: Walker = async (task, emit, { signal }) => {
      await emit({ step: 1 });
      const reason = await aborted(signal).catch((error: unknown) => error);
      throw task === 'explain' ? drainCut() : reason;
    };
    const { ask, service } = await streamPair(lab(), walker);
    const [explained, plain] = ['explain', ''].map((task) => readAll(ask(task)));
    await running(service, 2);
    const began = systemClock.monotonic();
    await service.close({ within: 20_000 });
    expect(systemClock.monotonic() - began).toBeLessThan(5000);
    const interrupted = { code: 'interrupted', status: 503 };
    expect(await explained).toMatchObject({
      steps: [1],
      error: { kind: interrupted, message: 'the Node stays cordoned' },
    });
    expect(await plain).toMatchObject({
      steps: [1],
      error: { kind: interrupted, message: 'lab is stopping; repeat the request' },
    });
  });

  test('a handler that waits for a slow reader is interrupted like any other', async () => {
    const { ask, service } = await streamPair(lab(), async (task, emit) => {
      for (let step = 0; step < 100; step++) await emit({ step });
      return { done: task };
    });
    const streaming = ask();
    await running(service, 1);
    await service.close({ within: 20_000 });
    const { steps, error } = await readAll(streaming);
    expect(steps.length).toBeLessThanOrEqual(16);
    expect(error).toMatchObject({ kind: { code: 'interrupted' } });
  });
}
