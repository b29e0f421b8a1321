import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createServer, request, type Server } from 'node:https';
import { type AddressInfo } from 'node:net';
import { httpChunk, selfSignedCertificate, startFaultProxy, type FaultProxy } from './index.js';
import { until } from '../process.js';

let server: Server;
let proxy: FaultProxy;
let seen: string[];
let plain: FaultProxy;
let serverCa: string;

/** Answers `GET /stream` with a first line that never ends, everything else with its method. */
beforeEach(async () => {
  seen = [];
  const pair = await selfSignedCertificate();
  serverCa = pair.cert;
  server = createServer(pair, ({ method, url }, response) => {
    seen.push(`${method} ${url}`);
    if (url === '/stream') response.write('first\n');
    else response.end(method);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  proxy = await startFaultProxy({ target, tls: { upstreamCa: pair.cert } });
  plain = await startFaultProxy({ target });
});

afterEach(async () => {
  await Promise.all([proxy.close(), plain.close()]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('requests pass through both TLS connections', async () => {
  expect(await ask({ method: 'GET' })).toBe('GET');
  expect(await ask({ method: 'POST' })).toBe('POST');
});

test('without termination the client sees the certificate of the server itself', async () => {
  expect(await ask({ method: 'GET', port: plain.port, ca: serverCa })).toBe('GET');
  await expect(ask({ method: 'GET', port: plain.port })).rejects.toThrow(/self-signed/);
});

test('a server with another certificate is not talked to', async () => {
  const { cert } = await selfSignedCertificate();
  const target = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  const wary = await startFaultProxy({ target, tls: { upstreamCa: cert } });
  await expect(ask({ method: 'GET', port: wary.port, ca: wary.ca! })).rejects.toThrow(
    /ECONNRESET|hang up|disconnected/,
  );
  expect(seen).toEqual([]);
  await wary.close();
});

test('a lost reply: the server acted, the client sees a reset', async () => {
  proxy.set({ kind: 'loseReply', request: /^POST / });
  expect(await ask({ method: 'GET' })).toBe('GET');
  await expect(ask({ method: 'POST' })).rejects.toThrow(/ECONNRESET|hang up/);
  expect(seen).toEqual(['GET /', 'POST /']);
});

test('a garbage line reaches the reader of a chunked stream', async () => {
  const lines = readStream();
  await until(() => lines.text === 'first\n', soon('the first line'));
  proxy.set({ kind: 'garbage', bytes: httpChunk('garbage\n') });
  await until(() => lines.text === 'first\ngarbage\n', soon('the garbage'));
  expect(lines.error).toBeUndefined();
});

test('garbage outside of the framing is an error of the connection', async () => {
  const lines = readStream();
  await until(() => lines.text === 'first\n', soon('the first line'));
  proxy.set({ kind: 'garbage', bytes: 'no chunk\r\n' });
  await until(() => lines.error !== undefined, soon('an error'));
});

test('a reset passes through TLS as a reset', async () => {
  const lines = readStream();
  await until(() => lines.text === 'first\n', soon('the first line'));
  proxy.resetAll();
  await until(() => lines.error?.code === 'ECONNRESET', soon('a reset'));
});

test('a black hole holds the handshake too', async () => {
  proxy.set({ kind: 'blackHole' });
  const answer = ask({ method: 'GET' });
  await until(() => proxy.connections() === 1, soon('the client to be taken'));
  expect(seen).toEqual([]);
  proxy.clear();
  expect(await answer).toBe('GET');
});

interface Asked {
  readonly method: string;
  readonly port?: number;
  readonly ca?: string;
}

function ask({ method, port = proxy.port, ca = proxy.ca! }: Asked): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, ca, method, agent: false }, (response) => {
      let text = '';
      response.on('data', (bytes: Buffer) => (text += bytes.toString()));
      response.once('error', reject);
      response.once('end', () => resolve(text));
    })
      .once('error', reject)
      .end();
  });
}

function readStream() {
  const lines = { text: '', error: undefined as NodeJS.ErrnoException | undefined };
  const fail = (error: NodeJS.ErrnoException) => (lines.error = error);
  const { port, ca } = proxy;
  request({ host: '127.0.0.1', port, ca, path: '/stream', agent: false }, (response) => {
    response.on('data', (bytes: Buffer) => (lines.text += bytes.toString()));
    response.once('error', fail);
  })
    .once('error', fail)
    .end();
  return lines;
}

const soon = (because: string) => ({ within: 10_000, because, every: 2 });
