import { expect, test } from '@jest/globals';
import { clusterNotFound, type Refusal } from '@slipway/contracts';
import { callScope } from '@slipway/service';
import { Registry } from 'prom-client';
import { aborted, aCall, type BusLab, eventually } from '../bus-lab.js';
import { walk } from '../lab-contracts.js';
import { readAll, streamPair, type Walker } from '../stream-pair.js';

const walksThrice: Walker = async (task, emit) => {
  for (const step of [1, 2, 3]) await emit({ step });
  return { done: task };
};

export function streams(lab: () => BusLab): void {
  test('items arrive in order, then the output', async () => {
    const { ask, gateway, service } = await streamPair(lab(), walksThrice);
    expect(await readAll(ask('a'))).toEqual({ steps: [1, 2, 3], done: 'a' });
    expect(gateway.counts()).toMatchObject({ pending: 0, late: 0 });
    expect(service.counts().running).toBe(0);
  });

  test('who wants the output alone gets it, however many items come before', async () => {
    const { ask } = await streamPair(lab(), async (task, emit) => {
      for (let step = 0; step < 500; step++) await emit({ step });
      return { done: task };
    });
    expect(await ask('a').result()).toEqual({ done: 'a' });
  });

  test('a stream may end without an item', async () => {
    const { ask } = await streamPair(lab(), async (task) => ({ done: task }));
    expect(await readAll(ask('a'))).toEqual({ steps: [], done: 'a' });
  });

  test('items emitted side by side keep their order, and 20 streams do not mix', async () => {
    const { ask } = await streamPair(lab(), async (task, emit) => {
      const steps = Array.from({ length: 100 }, (_, index) => Number(task) * 1000 + index);
      await Promise.all(steps.map((step) => emit({ step })));
      return { done: task };
    });
    const read = Array.from({ length: 20 }, (_, index) => readAll(ask(String(index))));
    for (const [index, { steps }] of (await Promise.all(read)).entries())
      expect(steps).toEqual(Array.from({ length: 100 }, (_, step) => index * 1000 + step));
  });

  test('a handler runs inside the logging scope of its call', async () => {
    const walker: Walker = async () => ({ done: callScope.current()?.requestId ?? 'no scope' });
    const { ask } = await streamPair(lab(), walker, { service: { around: callScope.run } });
    const call = aCall({ requestId: 'request-9' });
    expect(await ask('', call).result()).toEqual({ done: 'request-9' });
  });

  test('both ends measure a stream from its request to its end', async () => {
    const [asked, answered] = [new Registry(), new Registry()];
    const { ask } = await streamPair(lab(), walksThrice, {
      service: { metrics: answered },
      gateway: { metrics: asked },
    });
    await ask().result();
    const labels = `{subject="${walk.subject}",outcome="ok"} 1`;
    expect(await asked.metrics()).toContain(`request_duration_seconds_count${labels}`);
    expect(await answered.metrics()).toContain(`handler_duration_seconds_count${labels}`);
  });

  test('an output above the limit of a message arrives whole; an item must fit', async () => {
    const large = 'x'.repeat(3_000_000);
    const { ask } = await streamPair(lab(), async (task, emit) => {
      await emit({ step: 1, ...(task === 'large item' ? { text: large } : {}) });
      return { done: large };
    });
    const { done } = await ask('').result();
    expect(done === large).toBe(true);
    expect(await readAll(ask('large item'))).toEqual({
      steps: [],
      error: expect.objectContaining({
        kind: expect.objectContaining({ code: 'unexpected-fault' }),
      }),
    });
    expect(String(lab().log.lines.at(-1)?.fields['error'])).toMatch(/an item has 30000\d+ bytes/);
  });

  test('a refusal comes after the items before it, for the reader as for the result', async () => {
    const { ask } = await streamPair(lab(), async (_task, emit) => {
      await emit({ step: 1 });
      throw clusterNotFound({ cluster: 'demo' });
    });
    const streaming = ask();
    const { steps, error } = await readAll(streaming);
    expect(steps).toEqual([1]);
    expect(error).toMatchObject({
      kind: { code: 'cluster-not-found', status: 404 },
      message: 'cluster "demo" not found',
    });
    await expect(streaming.result()).rejects.toBe(error);
  });

  test('an unexpected failure is logged where it happened and arrives without its text', async () => {
    const { ask } = await streamPair(lab(), () => Promise.reject(new Error('password hunter2')));
    const { error } = await readAll(ask('', aCall({ requestId: 'request-5' })));
    expect((error as Refusal).problem).toMatchObject({ status: 500 });
    expect((error as Refusal).message).toContain('request-5');
    expect((error as Refusal).message).not.toContain('hunter2');
    expect(lab().log.messages('error')).toEqual([`the handler of ${walk.subject} failed`]);
  });

  test.each(['waits for it', 'does not wait for it', 'swallows the failure'])(
    'an item against the contract ends the stream, whether or not its handler %s',
    async (how) => {
      const wrong = { step: 'hunter2' } as unknown as { step: number };
      const { ask } = await streamPair(lab(), async (_task, emit) => {
        await emit({ step: 1 });
        const sent = emit(wrong);
        if (how === 'waits for it') await sent;
        if (how === 'swallows the failure') await sent.catch(() => undefined);
        return { done: 'all the same' };
      });
      const { steps, error } = await readAll(ask());
      expect(steps).toEqual([1]);
      expect(error).toMatchObject({ kind: { code: 'unexpected-fault' } });
      const [line] = lab().log.lines.filter(({ level }) => level === 'error');
      expect(line?.message).toBe(`the handler of ${walk.subject} answered against its contract`);
      expect(String(line?.fields['error'])).toContain('an item: step: invalid_type');
      expect(String(line?.fields['error'])).not.toContain('hunter2');
    },
  );

  test('what keeps a stream from being asked for is its end', async () => {
    const { ask, gateway } = await streamPair(lab(), walksThrice);
    const left = aCall();
    left.leave();
    const wrong = gateway.stream(walk, { task: 'a', extra: 1 } as { task: string }, aCall());
    await expect(wrong.result()).rejects.toMatchObject({ kind: { status: 400 } });
    expect((await readAll(ask('', left))).error).toMatchObject({ message: 'the client has gone' });
    await gateway.close({ within: 0 });
    expect((await readAll(ask())).error).toMatchObject({ kind: { code: 'service-unavailable' } });
    expect(gateway.counts().pending).toBe(0);
  });

  test('nobody there: refused at once as unavailable', async () => {
    const gateway = await lab().bus('gateway');
    const { error } = await readAll(gateway.stream(walk, { task: '' }, aCall()));
    expect(error).toMatchObject({ kind: { code: 'service-unavailable', status: 503 } });
  });

  test.each([
    [150, 'things.walk of lab gave no answer within 150 ms'],
    [120_000, undefined],
  ])('a call may have %i ms, the most is what the contract says', async (deadline, message) => {
    const left: number[] = [];
    const foreign = await lab().foreign();
    foreign.subscribe(walk.subject, {
      callback: (_error, { headers }) =>
        void left.push(Number(headers?.get('slipway-milliseconds-left'))),
    });
    const { gateway, service } = await streamPair(lab(), (_task, _emit, { signal }) =>
      aborted(signal),
    );
    const call = aCall();
    const read = readAll(gateway.stream(walk, { task: '' }, call, { deadline }));
    await eventually(() => left.length === 1, 'the request');
    expect(left).toEqual([Math.min(deadline, walk.deadline)]);
    if (message === undefined) call.leave();
    else expect((await read).error).toMatchObject({ kind: { status: 504 }, message });
    await read;
    await eventually(() => service.counts().running === 0, 'the handler to end');
  });
}
