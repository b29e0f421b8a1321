import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@slipway/service/testing';
import { managementCredentials } from './index.js';

describe('managementCredentials', () => {
  const saved = { ...process.env };
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-pod-'));
    const account = join(folder, 'var/run/secrets/kubernetes.io/serviceaccount');
    await mkdir(account, { recursive: true });
    await writeFile(join(account, 'token'), 'pod-token\n');
    await writeFile(join(account, 'ca.crt'), 'CA');
    process.env['KUBERNETES_SERVICE_HOST'] = '10.96.0.1';
    process.env['KUBERNETES_SERVICE_PORT'] = '443';
  });
  afterEach(async () => {
    process.env = { ...saved };
    await rm(folder, { recursive: true });
  });

  const inCluster = (clock = new ManualClock()) =>
    managementCredentials({ kubeClient: 'in-cluster', rootFolder: folder, clock });

  test('in a pod are the service account', async () => {
    const connection = await (await inCluster()).connection();
    expect(connection).toMatchObject({
      server: 'https://10.96.0.1:443',
      headers: { authorization: 'Bearer pod-token' },
      tls: { rejectUnauthorized: undefined },
    });
    expect(String(connection.tls.ca)).toBe('CA');
  });

  test('in a pod follow the rotated token after a 401', async () => {
    const clock = new ManualClock();
    const credentials = await inCluster(clock);
    const connection = await credentials.connection();
    const token = join(folder, 'var/run/secrets/kubernetes.io/serviceaccount/token');
    await writeFile(token, 'rotated');
    await clock.advance(60_000);
    expect(credentials.refused(connection)).toBe(true);
    const { headers } = await credentials.connection();
    expect(headers).toEqual({ authorization: 'Bearer rotated' });
  });

  test.each(['KUBERNETES_SERVICE_HOST', 'KUBERNETES_SERVICE_PORT'])(
    'outside a pod say which variable is missing: %s',
    async (name) => {
      delete process.env[name];
      await expect(inCluster()).rejects.toThrow(`not in a cluster: ${name} isn't set`);
    },
  );

  test('never fall back to a kubeconfig that nobody named', async () => {
    await expect(managementCredentials({ kubeClient: 'kubeconfig' })).rejects.toThrow(
      'no kubeconfig file was named',
    );
  });
});
