import { connect } from 'node:net';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { expect, test } from '@jest/globals';
import { handle } from '../../index.js';
import { aCall, type BusLab, eventually } from '../bus-lab.js';
import { echo } from '../lab-contracts.js';

export function foreignMessages(lab: () => BusLab): void {
  const served = async () => {
    const service = await lab().bus('lab');
    await service.serve([handle(echo, async ({ text }) => ({ text }))]);
    return { service, foreign: await lab().foreign() };
  };

  const asks = async (foreign: NatsConnection, payload: string | Uint8Array) => {
    const reply = await foreign.request(echo.subject, payload, { timeout: 5000 });
    return { refusal: reply.headers?.get('slipway-refusal'), body: reply.json() };
  };

  test('a plain NATS client can ask', async () => {
    const { foreign } = await served();
    expect(await asks(foreign, '{"text":"a"}')).toEqual({
      refusal: undefined,
      body: { text: 'a' },
    });
  });

  test.each([
    ['no JSON', '{"text":', 'not JSON in UTF-8'],
    ['no UTF-8', Uint8Array.of(34, 0xff, 0xfe, 34), 'not JSON in UTF-8'],
    ['nothing', '', 'expected object'],
    ['another type', '[1]', 'expected object'],
    ['a key too many', '{"text":"a","admin":true}', 'admin'],
  ])('a request that is %s is answered with status 400', async (_case, payload, because) => {
    const { foreign } = await served();
    expect(await asks(foreign, payload)).toEqual({
      refusal: 'bad-request',
      body: expect.objectContaining({ status: 400, detail: expect.stringContaining(because) }),
    });
  });

  test.each([
    ['no JSON', 'hunter2'],
    ['another shape', '{"text":{"password":"hunter2"}}'],
    ['a nameless refusal', '{"detail":"hunter2"}', 'slipway-refusal'],
  ])('a reply that is %s is a fault, and the log does not quote it', async (...args) => {
    const [, payload, mark] = args;
    const foreign = await lab().foreign();
    foreign.subscribe(echo.subject, {
      callback: (_error, message) => {
        const head = headers();
        if (mark) head.set(mark, 'x');
        message.respond(payload, { headers: head });
      },
    });
    await foreign.flush();
    const gateway = await lab().bus('gateway');
    await expect(gateway.request(echo, { text: 'a' }, aCall())).rejects.toMatchObject({
      kind: { code: 'unexpected-fault' },
    });
    const [line, ...others] = lab().log.lines.filter(({ level }) => level === 'error');
    expect(others).toEqual([]);
    expect(line!.fields).toMatchObject({ subject: echo.subject, requestId: 'request-1' });
    expect(`${line!.message} ${String(line!.fields['error'])}`).not.toContain('hunter2');
  });

  test('messages that make no sense are survived', async () => {
    const { service, foreign } = await served();
    const gateway = await lab().bus('gateway');
    const badNumber = headers();
    badNumber.set('slipway-milliseconds-left', 'soon');
    foreign.publish(echo.subject, '{"text":"nobody to answer"}');
    foreign.publish(echo.subject, '{"text":"a"}', { reply: 'nowhere', headers: badNumber });
    foreign.publish('slipway.v1.lab.cancel', 'unknown');
    foreign.publish('slipway.v1.lab.cancel');
    await foreign.flush();
    await sendsMalformedHeader(lab().url, echo.subject);
    await eventually(() => service.counts().running === 0, 'handlers to end');
    expect(await gateway.request(echo, { text: 'a' }, aCall())).toEqual({ text: 'a' });
    expect(service.state()).toEqual({ up: true });
  });

  test('replies that nobody waits for are counted and dropped', async () => {
    const foreign = await lab().foreign();
    foreign.subscribe(echo.subject, {
      callback: (_error, message) => {
        message.respond('{"text":"once"}');
        message.respond('{"text":"twice"}');
      },
    });
    await foreign.flush();
    const gateway = await lab().bus('gateway');
    expect(await gateway.request(echo, { text: '' }, aCall())).toEqual({ text: 'once' });
    await eventually(() => gateway.counts().late === 1, 'the second reply');
  });
}

/** A header line that the client library refuses to read; it can't send one either. */
async function sendsMalformedHeader(url: string, subject: string): Promise<void> {
  const head = 'NATS/1.0\r\nbad name: x\r\n\r\n';
  const body = '{"text":"a"}';
  const { port, hostname: host } = new URL(url);
  const socket = connect({ port: Number(port), host });
  const sizes = `${head.length} ${head.length + body.length}`;
  socket.write('CONNECT {"headers":true,"verbose":false}\r\n');
  socket.write(`HPUB ${subject} nowhere ${sizes}\r\n${head}${body}\r\nPING\r\n`);
  await new Promise<void>((resolve, reject) => {
    socket.on('data', (bytes) => bytes.toString().includes('PONG') && resolve());
    socket.on('error', reject);
  });
  socket.destroy();
}
