import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@slipway/service/testing';
import { aKubeconfig } from '../testing/index.js';
import { KubeconfigError, credentialsFromFile } from './index.js';

const server = 'https://demo.example:6443';
const canary = 'canary-7f3a';

async function errorOf(work: Promise<unknown>): Promise<KubeconfigError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(KubeconfigError);
  return error as KubeconfigError;
}

describe('a kubeconfig file with an exec plugin', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-exec-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = async (of: Parameters<typeof aKubeconfig>[0]) => {
    const file = join(folder, 'config');
    await writeFile(file, aKubeconfig(of));
    return file;
  };
  const bearer = async (credentials: Awaited<ReturnType<typeof credentialsFromFile>>) =>
    (await credentials.connection()).headers['authorization'];

  /** Counts its runs, notes what it is told, and answers with `token-<run>`. */
  const plugin = async (more: Record<string, unknown> = {}, text?: string) => {
    const script =
      text ??
      `
        const fs = require('node:fs');
        fs.appendFileSync('${folder}/runs', process.env.KUBERNETES_EXEC_INFO + '\\n');
        const run = fs.readFileSync('${folder}/runs', 'utf8').trim().split('\\n').length;
        setTimeout(() => console.log(JSON.stringify({ status: { token: 'token-' + run } })), 50);`;
    await writeFile(join(folder, 'plugin.cjs'), script);
    const command = process.execPath;
    const args = [join(folder, 'plugin.cjs')];
    return write({
      server,
      user: { exec: { apiVersion: 'client.authentication.k8s.io/v1', command, args, ...more } },
    });
  };
  const runs = async () => (await readFile(join(folder, 'runs'), 'utf8')).trim().split('\n');

  test('runs it once for calls made together, and keeps its token', async () => {
    const credentials = await credentialsFromFile(await plugin());
    const together = await Promise.all([1, 2, 3].map(() => bearer(credentials)));
    expect(together).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-1']);
    expect(await bearer(credentials)).toBe('Bearer token-1');
    expect((await runs()).map((line) => JSON.parse(line))).toEqual([
      {
        apiVersion: 'client.authentication.k8s.io/v1',
        kind: 'ExecCredential',
        spec: { interactive: false },
      },
    ]);
  });

  test('runs it again once after a 401, however many requests met it', async () => {
    const clock = new ManualClock();
    const credentials = await credentialsFromFile(await plugin(), { clock });
    const refused = await credentials.connection();
    await clock.advance(5_000);
    expect([1, 2, 3].map(() => credentials.refused(refused))).toEqual([true, true, true]);
    expect(await bearer(credentials)).toBe('Bearer token-2');
    expect(credentials.refused(refused)).toBe(true);
    expect(await bearer(credentials)).toBe('Bearer token-2');
    expect(await runs()).toHaveLength(2);
  });

  test('does not run it at the rate of requests when what it gave is refused at once', async () => {
    const clock = new ManualClock();
    const credentials = await credentialsFromFile(await plugin(), { clock });
    const connection = await credentials.connection();
    await clock.advance(4_999);
    expect(credentials.refused(connection)).toBe(false);
    await clock.advance(1);
    expect(credentials.refused(connection)).toBe(true);
  });

  test.each([
    ['fails', `console.error('${canary}'); process.exit(1);`],
    ['prints no JSON', `console.log('${canary}');`],
    ['prints something else', `console.log('{"${canary}":1}');`],
  ])('that %s is named, with its hint and without its output', async (_, script) => {
    const file = await plugin({ installHint: 'brew install it\n' }, script);
    const error = await errorOf((await credentialsFromFile(file)).connection());
    expect(error.because).toBe(
      `the exec plugin "${process.execPath}": brew install it gave no credentials (it failed; run it by hand to see why)`,
    );
    expect(`${error.stack}${String(error.cause)}`).not.toContain(canary);
  });

  test('that is not installed says ENOENT', async () => {
    const file = await write({ server, user: { exec: { command: './no-such-plugin' } } });
    const error = await errorOf((await credentialsFromFile(file)).connection());
    expect(error.because).toBe('the exec plugin "./no-such-plugin" gave no credentials (ENOENT)');
  });

  test('that wants a terminal is refused', async () => {
    const error = await errorOf(credentialsFromFile(await plugin({ interactiveMode: 'Always' })));
    expect(error.because).toBe('the exec plugin wants a terminal (interactiveMode: Always)');
  });

  test('that hangs is waited for 30 s, and is not run beside itself', async () => {
    const clock = new ManualClock();
    const hang = `require('node:fs').appendFileSync('${folder}/runs', 'x\\n'); setTimeout(() => undefined, 600);`;
    const credentials = await credentialsFromFile(await plugin({}, hang), { clock });
    const waits = [credentials.connection(), credentials.connection()].map((wait) =>
      wait.catch(String),
    );
    await clock.advance(30_000);
    const text = `WaitTimeout: waited 30000 ms for the exec plugin "${process.execPath}" to give credentials`;
    expect(await Promise.all(waits)).toEqual([text, text]);
    await errorOf(credentials.connection());
    expect(await runs()).toEqual(['x']);
  });
});
