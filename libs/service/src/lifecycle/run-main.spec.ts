import { EventEmitter } from 'node:events';
import { describe, expect, jest, test } from '@jest/globals';
import {
  defineSettings,
  kubernetesSettings,
  operationsSettings,
  withoutEffect,
} from '../config/index.js';
import { type Host, type Program, runMain, type Running } from './run-main.js';
import { StartFailure } from './start-failure.js';

const settings = defineSettings({
  ...withoutEffect(kubernetesSettings, 'cluster-api reads it'),
  ...operationsSettings({ port: 9090 }),
});
type Table = (typeof settings)['table'];

function aHost(...argv: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const log: string[] = [];
  const exit = jest.fn<(code: number) => void>();
  const events = new EventEmitter();
  const host: Host = {
    argv,
    env: { HOME: '/root' },
    readFile: () => '',
    events,
    stdout: (text) => void out.push(text),
    stderr: (text) => void err.push(text),
    log: { write: (line: string) => void log.push(line) },
    exit,
  };
  const logged = () => log.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { host, out, err, logged, exit, events };
}

const aProgram = (start: (running: Running<Table>) => Promise<void>): Program<Table> => ({
  app: 'api-gateway',
  version: '1.2.3',
  about: 'Serves the platform.',
  settings,
  start,
});

describe('runMain', () => {
  test.each<[string[], string]>([
    [['--help'], 'Serves the platform.\n\nUsage: api-gateway [flags]'],
    [['--colour', '-h'], 'Usage: api-gateway [flags]'],
    [['--version', '--ops-port=x'], 'api-gateway 1.2.3\n'],
  ])('%j prints and exits 0 without a start', async (argv, text) => {
    const { host, out, err, exit } = aHost(...argv);
    const start = jest.fn(async () => undefined);
    await runMain(aProgram(start), host);
    expect(out.join('')).toContain(text);
    expect(err).toEqual([]);
    expect(exit.mock.calls).toEqual([[0]]);
    expect(start).not.toHaveBeenCalled();
  });

  test('faults of the configuration: a line each on stderr, exit 2, no start, no stack', async () => {
    const { host, out, err, exit } = aHost('--ops-port', 'x', '--colour', '--kubeconfig', 'config');
    const start = jest.fn(async () => undefined);
    await runMain(aProgram(start), host);
    expect(err).toEqual([
      'api-gateway: --colour is not a flag of this program; --help lists them\n',
      'api-gateway: --kubeconfig: must be an absolute path\n',
      'api-gateway: --ops-port: must be a port number, 0 to 65535\n',
    ]);
    expect([out, exit.mock.calls]).toEqual([[], [[2]]]);
    expect(start).not.toHaveBeenCalled();
  });

  test('starts with the values and a logger of the level asked for, and stops on a signal', async () => {
    const { host, logged, exit, events } = aHost('--log-level=debug', '-n', 'team');
    const stopped = jest.fn(async () => undefined);
    await runMain(
      aProgram(async ({ settings, logger, lifecycle }) => {
        lifecycle.onStop('server', stopped);
        logger.debug({ namespace: settings.namespace }, 'serving');
      }),
      host,
    );
    expect(exit).not.toHaveBeenCalled();
    expect(logged()).toMatchObject([
      { level: 'warn', msg: '-n has no effect here: cluster-api reads it' },
      { level: 'debug', app: 'api-gateway', namespace: 'team', msg: 'serving' },
    ]);
    events.emit('SIGTERM', 'SIGTERM');
    await new Promise(setImmediate);
    expect(stopped).toHaveBeenCalledTimes(1);
    expect(exit.mock.calls).toEqual([[0]]);
  });

  test('a known failure to start: one line that says what helps, what was taken is given back, exit 1', async () => {
    const { host, err, exit } = aHost();
    const given = jest.fn(async () => undefined);
    await runMain(
      aProgram(async ({ lifecycle }) => {
        lifecycle.onStop('bus', given);
        throw new StartFailure(
          'the kubeconfig has no current context; choose one by kubectl config',
        );
      }),
      host,
    );
    expect(err).toEqual([
      'api-gateway: the kubeconfig has no current context; choose one by kubectl config\n',
    ]);
    expect(given).toHaveBeenCalledTimes(1);
    expect(exit.mock.calls).toEqual([[1]]);
  });

  test('a mistake in the program is logged with its stack, as JSON, exit 1', async () => {
    const { host, err, logged, exit } = aHost();
    await runMain(
      aProgram(async () => {
        throw new TypeError('x is undefined');
      }),
      host,
    );
    expect(err).toEqual([]);
    expect(logged()[0]).toMatchObject({
      level: 'error',
      msg: 'the start failed',
      error: { name: 'TypeError', stack: expect.stringContaining('run-main.spec') },
    });
    expect(exit.mock.calls).toEqual([[1]]);
  });

  test('a start that breaks because a signal stops it is no failure', async () => {
    const { host, err, exit, events, logged } = aHost();
    await runMain(
      aProgram(async () => {
        events.emit('SIGTERM', 'SIGTERM');
        throw new Error('connection closed');
      }),
      host,
    );
    await new Promise(setImmediate);
    expect(err).toEqual([]);
    expect(logged().map((line) => line['msg'])).toEqual(['stopping: SIGTERM', 'stopped']);
    expect(exit.mock.calls).toEqual([[0]]);
  });
});
