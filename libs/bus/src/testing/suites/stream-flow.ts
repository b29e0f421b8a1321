import { expect, test } from '@jest/globals';
import { sleep, systemClock } from '@slipway/service';
import { aCall, type BusLab, eventually } from '../bus-lab.js';
import { readAll, streamPair, type Walker } from '../stream-pair.js';

export function streamFlow(lab: () => BusLab): void {
  /** Emits so many steps and says how many have left. */
  const counting = (count: number) => {
    const emitted = { count: 0 };
    const walker: Walker = async (task, emit) => {
      for (let step = 0; step < count; step++) {
        await emit({ step });
        emitted.count++;
      }
      return { done: task };
    };
    return { emitted, walker };
  };

  const streams = { heartbeat: 20 };

  test('a handler waits for its reader, never further ahead than was granted', async () => {
    const { emitted, walker } = counting(200);
    const window = 4;
    const { ask } = await streamPair(lab(), walker, {
      service: { streams },
      gateway: { streams: { window } },
    });
    let read = 0;
    for await (const { step } of ask()) {
      expect(step).toBe(read++);
      if (read % 50 === 0) await sleep(systemClock, 50);
      expect(emitted.count).toBeLessThanOrEqual(read + window);
    }
    expect(read).toBe(200);
  });

  test('a reader that does nothing stops the handler, until it reads on', async () => {
    const { emitted, walker } = counting(100);
    const { ask, service } = await streamPair(lab(), walker, { service: { streams } });
    const streaming = ask('a');
    await eventually(() => emitted.count === 16, 'as many items as are granted');
    await sleep(systemClock, 100);
    expect([emitted.count, service.counts().running]).toEqual([16, 1]);
    expect((await readAll(streaming)).steps).toHaveLength(100);
  });

  test('a handler that does not wait is stopped 1,000 items ahead', async () => {
    const { ask } = await streamPair(lab(), async (task, emit) => {
      for (let step = 0; step < 5000; step++) void emit({ step });
      return { done: task };
    });
    const { steps, error } = await readAll(ask());
    expect(steps.length).toBeLessThanOrEqual(1000);
    expect(error).toMatchObject({ kind: { code: 'unexpected-fault' } });
    const [line] = lab().log.lines.filter(({ level }) => level === 'error');
    expect(String(line?.fields['error'])).toContain('it is 1000 items ahead of what has left');
  });

  test('a reader that leaves its loop ends the stream on both sides', async () => {
    const { walker } = counting(1000);
    const { ask, service, gateway } = await streamPair(lab(), walker);
    const streaming = ask();
    for await (const { step } of streaming) if (step === 20) break;
    await eventually(() => service.counts().running === 0, 'the handler to end');
    expect(gateway.counts().pending).toBe(0);
    await expect(streaming.result()).rejects.toMatchObject({ kind: { code: 'interrupted' } });
  });

  test('a call that was left gives no further item', async () => {
    const { emitted, walker } = counting(1000);
    const { ask } = await streamPair(lab(), walker);
    const call = aCall();
    const streaming = ask('', call);
    await eventually(() => emitted.count === 16, 'items to be there');
    call.leave();
    const { steps, error } = await readAll(streaming);
    expect(steps).toEqual([]);
    expect(error).toMatchObject({ message: 'the client has gone' });
  });
}
