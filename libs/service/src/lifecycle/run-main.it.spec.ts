import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';

const program = `
import { createMetrics, defineSettings, operationsSettings, runMain, startOperationsServer } from './index.js';

await runMain({
  app: 'probe',
  version: '1.0.0',
  about: 'A program of the test.',
  settings: defineSettings(operationsSettings({ port: 0 })),
  async start({ settings, logger, lifecycle }) {
    const server = await startOperationsServer({
      address: settings.opsAddress,
      port: settings.opsPort,
      checks: [lifecycle.check],
      metrics: createMetrics('probe'),
      logger,
    });
    lifecycle.onStop('operations server', () => server.close());
    if (process.env.HANG) lifecycle.onStop('hanging hook', () => new Promise(() => undefined));
    if (process.env.FAIL) setImmediate(() => Promise.reject(new Error('nobody caught it')));
    logger.info({ port: server.port }, 'serving');
  },
});
`;

const source = fileURLToPath(new URL('../', import.meta.url));
const folder = join(source, '../dist/run-main-it');
const bundle = join(folder, 'program.mjs');

interface Line {
  readonly msg: string;
  readonly port?: number;
}

/** The program in a process of its own; everything it printed, and how it ended. */
class Running {
  readonly #ended: Promise<unknown[]>;
  #out = '';
  stderr = '';

  constructor(private readonly child: ChildProcess) {
    this.#ended = once(child, 'close');
    child.stdout!.on('data', (chunk) => (this.#out += String(chunk)));
    child.stderr!.on('data', (chunk) => (this.stderr += String(chunk)));
  }

  get lines(): Line[] {
    const complete = this.#out.split('\n').slice(0, -1);
    return complete.map((line) => JSON.parse(line) as Line);
  }

  get messages(): string[] {
    return this.lines.map(({ msg }) => msg);
  }

  async said(message: string): Promise<Line> {
    for (;;) {
      const line = this.lines.find(({ msg }) => msg === message);
      if (line) return line;
      if (this.child.exitCode !== null) throw new Error(`ended without saying "${message}"`);
      await Promise.race([once(this.child.stdout!, 'data'), this.#ended]);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async exitCode(): Promise<unknown> {
    return (await this.#ended)[0];
  }
}

describe('a program under runMain, as a process', () => {
  const started: ChildProcess[] = [];

  const run = (argv: string[] = [], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [bundle, ...argv], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    return new Running(child);
  };

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    await build({
      stdin: { contents: program, resolveDir: source, loader: 'ts' },
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['@slipway/source'],
      external: ['@nestjs/*', 'fastify', 'pino', 'prom-client', 'zod'],
      keepNames: true,
      logLevel: 'error',
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    });
  });

  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  test('serves, and on SIGTERM stops with exit code 0 and its last line written', async () => {
    const running = run();
    const { port } = await running.said('serving');
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect(ready.status).toBe(200);
    running.signal('SIGTERM');
    expect(await running.exitCode()).toBe(0);
    expect(running.messages).toEqual(['serving', 'stopping: SIGTERM', 'stopped']);
    expect(running.stderr).toBe('');
  });

  test('while it stops it is alive and not ready; a second signal ends it at once', async () => {
    const running = run([], { HANG: '1' });
    const { port } = await running.said('serving');
    running.signal('SIGTERM');
    await running.said('stopping: SIGTERM');
    const [live, ready] = await Promise.all(
      ['livez', 'readyz'].map((path) => fetch(`http://127.0.0.1:${port}/${path}`)),
    );
    expect([live!.status, ready!.status]).toEqual([200, 503]);
    expect(await ready!.text()).toContain('the process is stopping');
    running.signal('SIGINT');
    expect(await running.exitCode()).toBe(1);
    expect(running.messages.at(-1)).toBe('SIGINT again: exiting at once');
  });

  test('a taken port: one line with the address and the setting, exit 1, no stack', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const running = run(['--ops-port', String(port)]);
    expect(await running.exitCode()).toBe(1);
    holder.close();
    expect(running.stderr).toBe(
      `probe: 127.0.0.1:${port} is already in use; change it by --ops-port or SLIPWAY_OPS_PORT\n`,
    );
  });

  test('bad configuration: all faults, exit 2, no stack', async () => {
    const running = run(['--colour'], { SLIPWAY_OPS_PORT: 'x', SLIPWAY_LOG_LEVEL: 'loud' });
    expect(await running.exitCode()).toBe(2);
    expect(running.stderr.split('\n')).toEqual([
      'probe: --colour is not a flag of this program; --help lists them',
      'probe: SLIPWAY_OPS_PORT: must be a port number, 0 to 65535',
      'probe: SLIPWAY_LOG_LEVEL: must be debug, info, warn or error',
      '',
    ]);
  });

  test('a rejection that nobody handles is logged, stops the program, exit 1', async () => {
    const running = run([], { FAIL: '1' });
    expect(await running.exitCode()).toBe(1);
    expect(running.messages).toEqual([
      'serving',
      'unhandled rejection',
      'stopping: unhandled rejection',
      'stopped',
    ]);
  });
});
