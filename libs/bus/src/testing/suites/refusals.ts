import { expect, test } from '@jest/globals';
import { clusterNotFound, Refusal } from '@slipway/contracts';
import { type Handler, handle } from '../../index.js';
import { aborted, aCall, type BusLab, eventually } from '../bus-lab.js';
import { echo, hurry, keep } from '../lab-contracts.js';

export function refusals(lab: () => BusLab): void {
  const pair = async (...handlers: Handler[]) => {
    const service = await lab().bus('lab');
    await service.serve(handlers);
    return { service, gateway: await lab().bus('gateway') };
  };

  test('a refusal arrives as it was thrown, with its field errors', async () => {
    const thrown = new Refusal(
      { code: 'invalid', status: 422, title: 'Validation Error' },
      'two fields are invalid',
      { errors: [{ name: 'Params.Name', reason: 'required', more: { tag: 'required' } }] },
    );
    const { gateway } = await pair(handle(keep, () => Promise.reject(thrown)));
    const refused = await gateway.request(keep, {}, aCall()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect((refused as Refusal).problem).toEqual(thrown.problem);
    expect((refused as Refusal).kind).toEqual(thrown.kind);
  });

  test('a refusal of a known kind keeps its kind', async () => {
    const { gateway } = await pair(
      handle(keep, () => Promise.reject(clusterNotFound({ cluster: 'demo' }))),
    );
    await expect(gateway.request(keep, {}, aCall())).rejects.toMatchObject({
      kind: { code: 'cluster-not-found', status: 404, title: 'Not Found' },
      message: 'cluster "demo" not found',
    });
  });

  test('an unexpected failure is logged where it happened and arrives without its text', async () => {
    const { gateway } = await pair(
      handle(keep, () => Promise.reject(new Error('password hunter2 is wrong'))),
    );
    const refused = await gateway
      .request(keep, {}, aCall({ requestId: 'request-5' }))
      .catch((error: Refusal) => error);
    expect(refused).toMatchObject({
      kind: { code: 'unexpected-fault', status: 500 },
      message: expect.stringContaining('request-5'),
    });
    expect(JSON.stringify((refused as Refusal).problem)).not.toContain('hunter2');
    expect(lab().log.lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        fields: expect.objectContaining({ requestId: 'request-5', subject: keep.subject }),
      }),
    );
  });

  test('a handler that answers against its contract is found out at its own end', async () => {
    const wrong = { text: 7 } as unknown as { text: string };
    const { gateway } = await pair(handle(echo, async () => wrong));
    await expect(gateway.request(echo, { text: 'a' }, aCall())).rejects.toMatchObject({
      kind: { code: 'unexpected-fault' },
    });
    expect(lab().log.messages('error')).toEqual([
      `the handler of ${echo.subject} answered against its contract`,
    ]);
  });

  test('a request that violates its contract is not sent', async () => {
    const { gateway } = await pair(handle(echo, async ({ text }) => ({ text })));
    const input = { text: 'a', extra: 'secret' } as { text: string };
    await expect(gateway.request(echo, input, aCall())).rejects.toMatchObject({
      kind: { status: 400 },
      message: expect.stringMatching(/things\.echo of lab: .*extra/),
    });
    await expect(gateway.request(echo, input, aCall())).rejects.not.toMatchObject({
      message: expect.stringContaining('secret'),
    });
  });

  test('a request above the limit of the server is refused and names the limit', async () => {
    const { gateway } = await pair(handle(echo, async ({ text }) => ({ text })));
    const call = gateway.request(echo, { text: 'x'.repeat(1024 * 1024) }, aCall());
    await expect(call).rejects.toMatchObject({
      kind: { code: 'body-too-large', status: 413 },
      message: expect.stringContaining(String(1024 * 1024 - 16 * 1024)),
    });
  });

  test('a request whose headers are too large is not left pending', async () => {
    const { gateway } = await pair(handle(keep, async () => undefined));
    const call = aCall({ caller: 'x'.repeat(1_100_000) });
    await expect(gateway.request(keep, {}, call)).rejects.toThrow('max_payload');
    expect(gateway.counts().pending).toBe(0);
  });

  test('nobody there: refused at once as unavailable', async () => {
    const gateway = await lab().bus('gateway');
    await expect(gateway.request(echo, { text: 'a' }, aCall())).rejects.toMatchObject({
      kind: { code: 'service-unavailable', status: 503 },
      message: expect.stringMatching(/^lab is unavailable: none of its replicas/),
    });
    expect(gateway.counts().pending).toBe(0);
  });

  test('no answer in time: the deadline is exceeded on both sides', async () => {
    const { gateway, service } = await pair(handle(hurry, (_input, call) => aborted(call.signal)));
    await expect(gateway.request(hurry, {}, aCall())).rejects.toMatchObject({
      kind: { code: 'deadline-exceeded', status: 504 },
      message: 'things.hurry of lab gave no answer within 150 ms',
    });
    expect(gateway.counts().pending).toBe(0);
    await eventually(() => service.counts().running === 0, 'the handler to end');
    expect(lab().log.messages('error')).toEqual([]);
  });

  test('a contract of another service, or served twice, is not taken', async () => {
    const { service, gateway } = await pair(handle(keep, async () => undefined));
    const again = [handle(keep, async () => undefined)];
    await expect(service.serve(again)).rejects.toThrow(`${keep.subject} has a handler already`);
    await expect(gateway.serve(again)).rejects.toThrow(`gateway does not serve ${keep.subject}`);
  });
}
