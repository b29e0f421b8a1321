import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { MiniBroker, miniServerName, startNats } from './index.mjs';
import { RawClient } from './testing/raw-client.js';

test('the mini broker starts as a process, greets under its own name and stops', async () => {
  const said: string[] = [];
  const nats = await startNats({ server: 'mini', onProgress: (text) => void said.push(text) });
  expect(nats).toMatchObject({ kind: 'mini', url: `nats://127.0.0.1:${nats.port}` });
  expect(said).toEqual(['the built-in mini broker stands in for nats-server']);
  const client = await RawClient.to(nats.port);
  await nats.stop();
  await client.end();
  expect(() => process.kill(nats.pid, 0)).toThrow('ESRCH');
});

test('a frozen server can be stopped', async () => {
  const nats = await startNats({ server: 'mini' });
  process.kill(nats.pid, 'SIGSTOP');
  await nats.stop();
  expect(() => process.kill(nats.pid, 0)).toThrow('ESRCH');
});

test('a port that is taken is named', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await expect(startNats({ server: 'mini', port })).rejects.toThrow(
    `port ${port} of 127.0.0.1 is taken`,
  );
  other.close();
});

test('a server program that is not there is a clear error', async () => {
  await expect(startNats({ server: '/nowhere/nats-server' })).rejects.toThrow(
    'NATS did not start: no nats-server there',
  );
});

test('the broker also runs inside a process, with a limit of its own', async () => {
  const broker = new MiniBroker({ maxPayload: 100 });
  const port = await broker.listen(0);
  const client = await RawClient.to(port);
  client.send('PUB a 101\r\n');
  expect(await client.end()).toContain(`Maximum Payload Violation`);
  await broker.close();
  await expect(RawClient.to(port)).rejects.toThrow('the server hung up');
  expect(miniServerName).toBe('slipway-mini-nats');
});
