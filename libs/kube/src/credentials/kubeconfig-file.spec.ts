import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@slipway/service/testing';
import { aKubeconfig } from '../testing/index.js';
import { KubeconfigError, credentialsFromFile } from './index.js';

const server = 'https://demo.example:6443';

async function errorOf(work: Promise<unknown>): Promise<KubeconfigError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(KubeconfigError);
  return error as KubeconfigError;
}

describe('a kubeconfig file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-kubeconfig-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = async (of: Parameters<typeof aKubeconfig>[0]) => {
    const file = join(folder, 'config');
    await writeFile(file, aKubeconfig(of));
    return file;
  };
  const bearer = async (credentials: Awaited<ReturnType<typeof credentialsFromFile>>) =>
    (await credentials.connection()).headers['authorization'];

  test('finds the files it names beside itself', async () => {
    await mkdir(join(folder, 'pki'));
    for (const name of ['ca', 'crt', 'key']) await writeFile(join(folder, 'pki', name), name);
    const file = await write({
      server,
      cluster: { 'certificate-authority': 'pki/ca' },
      user: { 'client-certificate': './pki/crt', 'client-key': join(folder, 'pki/key') },
    });
    const { tls } = await (await credentialsFromFile(file)).connection();
    expect([tls.ca, tls.cert, tls.key].map((part) => String(part))).toEqual(['ca', 'crt', 'key']);
  });

  test('reads a token file, which wins over the token beside it', async () => {
    await writeFile(join(folder, 'token'), 'from-file\n');
    const file = await write({ server, user: { tokenFile: 'token', token: 'snapshot' } });
    expect(await bearer(await credentialsFromFile(file))).toBe('Bearer from-file');
  });

  test('reads a rotated token file after a 401', async () => {
    const clock = new ManualClock();
    await writeFile(join(folder, 'token'), 'old');
    const file = await write({ server, user: { tokenFile: 'token' } });
    const credentials = await credentialsFromFile(file, { clock });
    const connection = await credentials.connection();
    await writeFile(join(folder, 'token'), 'new');
    await clock.advance(5_000);
    expect(credentials.refused(connection)).toBe(true);
    expect(await bearer(credentials)).toBe('Bearer new');
  });

  test('that is missing says so, by its path', async () => {
    const file = join(folder, 'nowhere');
    const error = await errorOf(credentialsFromFile(file));
    expect(error.because).toBe(`the kubeconfig file "${file}" can't be read (ENOENT)`);
  });

  test('whose certificate file is missing gives a typed error with each request', async () => {
    const file = await write({ server, cluster: { 'certificate-authority': 'ca' } });
    const credentials = await credentialsFromFile(file);
    const error = await errorOf(credentials.connection());
    expect(error.because).toBe('the kubeconfig gave no credentials (ENOENT)');
  });
});
