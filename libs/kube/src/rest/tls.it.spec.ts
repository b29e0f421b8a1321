import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@slipway/service/testing';
import { type FaultProxy, selfSignedCertificate, startFaultProxy } from '@slipway/testing';
import { credentialsFromFile, type TlsIdentity } from '../credentials/index.js';
import {
  aKubeconfig,
  fixedCredentials,
  type ScriptedApi,
  startScriptedApi,
} from '../testing/index.js';
import { Endpoints, KubeRest } from './index.js';

let api: ScriptedApi;
let proxy: FaultProxy;
let own: { key: string; cert: string };
let client: { key: string; cert: string };
beforeAll(async () => {
  [own, client] = await Promise.all([selfSignedCertificate(), selfSignedCertificate()]);
  api = await startScriptedApi({ tls: { ...own, ca: client.cert } });
  api.play((_, { raw }) => {
    const { subject } = (raw.socket as TLSSocket).getPeerCertificate();
    raw.end(JSON.stringify({ client: subject !== undefined }));
  });
  proxy = await startFaultProxy({ target: { host: '127.0.0.1', port: portOf(api.server) } });
});
afterAll(async () => {
  await proxy.close();
  await api.close();
});

const portOf = (server: string) => Number(new URL(server).port);

async function ask(tls: TlsIdentity, { server = api.server, connectTimeout = 5_000 } = {}) {
  const endpoints = new Endpoints({ connectTimeout });
  const rest = new KubeRest({ credentials: fixedCredentials({ server, tls }), endpoints });
  try {
    return await rest.get('/x');
  } catch (error) {
    return {
      because: (error as { because?: string }).because,
      sent: (error as { sent?: boolean }).sent,
    };
  } finally {
    await endpoints.destroy();
  }
}

describe('TLS', () => {
  test('with the right CA', async () => {
    expect(await ask({ ca: own.cert })).toEqual({ client: false });
  });

  test('with a client certificate', async () => {
    expect(await ask({ ca: own.cert, ...client })).toEqual({ client: true });
  });

  test('unverified when the kubeconfig says so', async () => {
    expect(await ask({ rejectUnauthorized: false })).toEqual({ client: false });
  });

  test.each<[string, () => TlsIdentity, RegExp]>([
    ['an unknown CA', () => ({}), /^the server certificate isn't trusted$/],
    ['another CA', () => ({ ca: client.cert }), /^the server certificate isn't trusted$/],
    [
      'another host name',
      () => ({ ca: own.cert, servername: 'api.example' }),
      /^the server certificate is for another host$/,
    ],
    [
      'a key that is none',
      () => ({ ca: own.cert, cert: client.cert, key: 'x' }),
      /^the certificates or the key can't be used \(ERR_OSSL/,
    ],
  ])('with %s fails in words, nothing sent', async (_, tls, because) => {
    const before = api.requests.length;
    expect(await ask(tls())).toEqual({ because: expect.stringMatching(because), sent: false });
    expect(api.requests).toHaveLength(before);
  });

  test('with a CA and an address that the kubeconfig file names only later', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-tls-'));
    const file = join(folder, 'kubeconfig');
    const name = (server: string, ca: string) => {
      const data = Buffer.from(ca).toString('base64');
      const cluster = { 'certificate-authority-data': data };
      return writeFile(file, aKubeconfig({ server, cluster }));
    };
    await name(`https://127.0.0.1:${proxy.port}`, client.cert);
    const clock = new ManualClock();
    const endpoints = new Endpoints();
    const credentials = await credentialsFromFile(file, { clock });
    const rest = new KubeRest({ credentials, endpoints });
    const ask = () => rest.get('/x').catch((error: Error) => error.message);

    const untrusted = "the Kubernetes API can't be reached: the server certificate isn't trusted";
    expect(await ask()).toBe(untrusted);
    await name(api.server, own.cert);
    // Not looked at again at the rate of requests.
    expect(await ask()).toBe(untrusted);
    await clock.advance(5_000);
    expect(await ask()).toEqual({ client: false });
    await endpoints.destroy();
    await rm(folder, { recursive: true });
  });

  test('that nobody answers is a connect time-out', async () => {
    proxy.set({ kind: 'blackHole' });
    const server = `https://127.0.0.1:${proxy.port}`;
    const result = await ask({ ca: own.cert }, { server, connectTimeout: 200 });
    expect(result).toEqual({ because: 'connect timed out', sent: false });
  });

  test('expected where there is none', async () => {
    const plain = await startScriptedApi();
    const server = plain.server.replace('http:', 'https:');
    const { because } = (await ask({}, { server })) as { because: string };
    expect(because).toMatch(/^TLS failed \((EPROTO|ERR_SSL_[A-Z_]+)\)$/);
    await plain.close();
  });
});
