import { expect, test } from '@jest/globals';
import { type Bus, handle } from '../../index.js';
import { aborted, aCall, type BusLab, eventually, gate } from '../bus-lab.js';
import { echo, keep, list, nodes } from '../lab-contracts.js';

export function connectionLoss(lab: () => BusLab): void {
  const pair = async (options = {}): Promise<{ service: Bus; gateway: Bus }> => {
    const service = await lab().bus('lab', options);
    await service.serve([
      handle(echo, async ({ text }) => ({ text })),
      handle(keep, (_input, call) => aborted(call.signal)),
    ]);
    return { service, gateway: await lab().bus('gateway', options) };
  };

  const allUp = (...buses: Bus[]) =>
    eventually(() => buses.every((bus) => bus.state().up), 'the buses to be connected');
  const allDown = (...buses: Bus[]) =>
    eventually(() => buses.every((bus) => !bus.state().up), 'the loss to be noticed');

  test('F15: NATS killed and restarted empty; requests fail fast and all recovers by itself', async () => {
    const { service, gateway } = await pair();
    await lab().kill();
    await allDown(service, gateway);
    expect(gateway.state().because).toMatch(/^the connection to NATS at 127.0.0.1:\d+ is lost/);
    await expect(gateway.request(echo, { text: 'a' }, aCall())).rejects.toMatchObject({
      kind: { code: 'service-unavailable', status: 503 },
      message: expect.stringMatching(/^lab is unavailable: the connection to NATS/),
    });
    await lab().restart();
    await allUp(service, gateway);
    await eventuallyAnswered(gateway);
  });

  test('a request under way when the connection breaks has an unknown outcome', async () => {
    const { service, gateway } = await pair();
    const asked = gateway.request(keep, {}, aCall()).catch((error: unknown) => error);
    await eventually(() => service.counts().running === 1, 'the handler to run');
    await lab().kill();
    expect(await asked).toMatchObject({
      kind: { code: 'outcome-unknown', status: 503 },
      message: expect.stringMatching(/^the outcome of things\.keep of lab is unknown/),
    });
    expect(gateway.counts().pending).toBe(0);
    await lab().restart();
    await allUp(service, gateway);
  });

  test('a service that starts before NATS connects and serves once it is there', async () => {
    await lab().kill();
    const service = await lab().busThatConnects('lab');
    await service.serve([handle(echo, async ({ text }) => ({ text }))]);
    const gateway = await lab().busThatConnects('gateway');
    await eventually(
      () => /not been reached yet; attempt [2-9]/.test(gateway.state().because ?? ''),
      'a second attempt',
    );
    await expect(gateway.request(echo, { text: 'a' }, aCall())).rejects.toMatchObject({
      kind: { code: 'service-unavailable' },
    });
    await lab().restart();
    await allUp(service, gateway);
    await eventuallyAnswered(gateway);
  });

  test('a bus that never connected can be closed', async () => {
    await lab().kill();
    const bus = await lab().busThatConnects('lab');
    await bus.serve([handle(echo, async ({ text }) => ({ text }))]);
    await bus.close({ within: 10_000 });
    expect(bus.state()).toEqual({ up: false, because: 'the bus is closed' });
    await lab().restart();
  });

  test('a bus can be closed while NATS is away', async () => {
    const { service, gateway } = await pair();
    await lab().kill();
    await allDown(service, gateway);
    await service.close({ within: 100 });
    await lab().restart();
    await allUp(gateway);
  });

  test('an answer waits for the connection of its service to return', async () => {
    const { proxy, url } = await lab().proxy();
    const service = await lab().bus('lab', { url });
    const { opened, open } = gate();
    await service.serve([
      handle(echo, async ({ text }) => {
        await opened;
        return { text };
      }),
    ]);
    const gateway = await lab().bus('gateway');
    const asked = gateway.request(echo, { text: 'a' }, aCall());
    await eventually(() => service.counts().running === 1, 'the handler to run');
    proxy.set({ kind: 'reset' });
    await allDown(service);
    open();
    proxy.clear();
    expect(await asked).toEqual({ text: 'a' });
  });

  test('a large answer that is cut off says that its outcome is unknown', async () => {
    const { proxy, url } = await lab().proxy();
    const service = await lab().bus('lab', { url });
    await service.serve([handle(list, async ({ count }) => nodes(count))]);
    const gateway = await lab().bus('gateway');
    const foreign = await lab().foreign();
    foreign.subscribe('_INBOX.gateway.>', { callback: () => proxy.set({ kind: 'reset' }) });
    await foreign.flush();
    const asked = gateway.request(list, { count: 10_000 }, aCall());
    const refused = asked.catch((error: unknown) => error);
    await allDown(service);
    await foreign.close();
    proxy.clear();
    expect(await refused).toMatchObject({
      kind: { code: 'outcome-unknown' },
      message: expect.stringContaining('lost while answering'),
    });
  });

  test('a frozen server is noticed by its missing pongs', async () => {
    const { service, gateway } = await pair({ pingInterval: 100 });
    lab().freeze();
    const asked = gateway.request(echo, { text: 'a' }, aCall()).catch((error: unknown) => error);
    await allDown(service, gateway);
    expect(await asked).toMatchObject({ kind: { code: 'outcome-unknown' } });
    lab().thaw();
    await allUp(service, gateway);
    await eventuallyAnswered(gateway);
  });

  test('a frozen connection with full buffers is given up for a new one', async () => {
    const { proxy, url } = await lab().proxy();
    await pair();
    const gateway = await lab().bus('gateway', { url, pingInterval: 100 });
    proxy.set({ kind: 'freeze' });
    const asked = Array.from({ length: 30 }, () =>
      gateway.request(echo, { text: 'x'.repeat(900_000) }, aCall()).catch((error) => error),
    );
    for (const refused of await Promise.all(asked)) {
      expect(refused).toMatchObject({ kind: { code: 'outcome-unknown' } });
    }
    await eventually(() => proxy.accepted() > 1, 'a second connection');
    proxy.clear();
    await allUp(gateway);
    await eventuallyAnswered(gateway);
  });
}

/** The service may come back after the gateway: until then nobody answers. */
async function eventuallyAnswered(gateway: Bus): Promise<void> {
  let answer: unknown;
  while (answer === undefined) {
    const call = aCall();
    answer = await gateway.request(echo, { text: 'back' }, call).catch((error: unknown) => {
      expect(error).toMatchObject({ kind: { code: 'service-unavailable' } });
    });
  }
  expect(answer).toEqual({ text: 'back' });
}
