import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { sleep, systemClock } from '@slipway/service';
import { type BusLab, eventually, gate } from '../bus-lab.js';
import { walk } from '../lab-contracts.js';
import { readAll, running, streamPair, untilAborted, type Walker } from '../stream-pair.js';

export function streamLiveness(lab: () => BusLab): void {
  const outcomeUnknown = (because: string) => ({
    kind: { code: 'outcome-unknown', status: 503 },
    message: expect.stringContaining(because),
  });

  test('a caller whose process is killed is noticed within a second', async () => {
    const { reasons, walker } = untilAborted();
    const { service } = await streamPair(lab(), walker);
    const caller = foreignCaller(lab().url);
    await running(service, 1);
    const killed = systemClock.monotonic();
    caller.kill('SIGKILL');
    await eventually(() => reasons.length === 1, 'the signal of the handler to abort');
    expect(systemClock.monotonic() - killed).toBeLessThan(1000);
    await running(service, 0);
  });

  test('a caller whose process stands still is given up after its silence', async () => {
    const { reasons, walker } = untilAborted();
    const streams = { heartbeat: 20, silence: 300 };
    const { service } = await streamPair(lab(), walker, { service: { streams } });
    const caller = foreignCaller(lab().url);
    await running(service, 1);
    caller.kill('SIGSTOP');
    await eventually(() => reasons.length === 1, 'the signal of the handler to abort');
    caller.kill('SIGKILL');
    await running(service, 0);
  });

  test('a caller that lost its connection does not know the outcome; the handler stops', async () => {
    const { reasons, walker } = untilAborted();
    const { proxy, url } = await lab().proxy();
    const { ask, service, gateway } = await streamPair(lab(), walker, { gateway: { url } });
    const read = readAll(ask());
    await running(service, 1);
    proxy.set({ kind: 'reset' });
    expect((await read).error).toMatchObject(outcomeUnknown('the connection to NATS was lost'));
    proxy.clear();
    await eventually(() => gateway.state().up, 'the caller to be back');
    await eventually(() => reasons.length === 1, 'the signal of the handler to abort');
    await running(service, 0);
  });

  test('a responder that falls silent is dead to its caller, the outcome unknown', async () => {
    const { walker } = untilAborted();
    const { proxy, url } = await lab().proxy();
    const { ask, gateway } = await streamPair(lab(), walker, {
      service: { url, streams: { heartbeat: 20 } },
      gateway: { streams: { silence: 300 } },
    });
    const steps: number[] = [];
    const streaming = ask();
    for await (const { step } of streaming) {
      steps.push(step);
      proxy.set({ kind: 'freeze' });
      await expect(streaming.result()).rejects.toMatchObject(
        outcomeUnknown('it has given no sign of life for 300 ms'),
      );
      break;
    }
    expect(steps).toEqual([1]);
    expect(gateway.counts().pending).toBe(0);
    proxy.clear();
  });

  test('a handler that has nothing to tell is alive all the same', async () => {
    const pace = { streams: { heartbeat: 50, silence: 1500 } };
    const walker: Walker = async (task) => {
      await sleep(systemClock, 2000);
      return { done: task };
    };
    const { ask } = await streamPair(lab(), walker, { service: pace, gateway: pace });
    expect(await readAll(ask('a'))).toEqual({ steps: [], done: 'a' });
  });

  test('a stream survives a short loss of its responder, when nothing of it was under way', async () => {
    const { opened, open } = gate();
    const { proxy, url } = await lab().proxy();
    const walker: Walker = async (task, emit) => {
      await emit({ step: 1 });
      await opened;
      await emit({ step: 2 });
      return { done: task };
    };
    const { ask, service } = await streamPair(lab(), walker, {
      service: { url, streams: { heartbeat: 20_000, silence: 60_000 } },
      gateway: { streams: { silence: 60_000 } },
    });
    const steps: number[] = [];
    const streaming = ask('a');
    for await (const { step } of streaming) {
      steps.push(step);
      if (step === 2) continue;
      proxy.set({ kind: 'reset' });
      await eventually(() => !service.state().up, 'the loss to be noticed');
      open();
      proxy.clear();
    }
    expect(steps).toEqual([1, 2]);
    expect(await streaming.result()).toEqual({ done: 'a' });
  });

  test('F15: NATS killed; the caller does not know the outcome, the handler is told to stop', async () => {
    const { reasons, walker } = untilAborted();
    const streams = { heartbeat: 20, silence: 300 };
    const { ask, service, gateway } = await streamPair(lab(), walker, { service: { streams } });
    const read = readAll(ask());
    await running(service, 1);
    await lab().kill();
    expect((await read).error).toMatchObject(outcomeUnknown('the connection to NATS was lost'));
    await eventually(() => reasons.length === 1, 'the signal of the handler to abort');
    await running(service, 0);
    await lab().restart();
    await eventually(() => service.state().up && gateway.state().up, 'both to be back');
  });
}

/** A caller in a process of its own. */
function foreignCaller(url: string): ChildProcess {
  const script = fileURLToPath(new URL('../foreign-caller.mjs', import.meta.url));
  return spawn(process.execPath, [script, url, walk.subject], { stdio: 'ignore' });
}
