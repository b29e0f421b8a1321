import { describe, expect, test } from '@jest/globals';
import {
  defineSettings,
  kubernetesSettings,
  loadSettings,
  operationsSettings,
  publicServerSettings,
  withoutEffect,
} from '../config/index.js';
import { StartFailure, startFailureText } from './start-failure.js';

const tables = {
  gateway: { ...publicServerSettings, ...operationsSettings({ port: 9090 }) },
  service: {
    ...kubernetesSettings,
    ...withoutEffect(publicServerSettings, 'the gateway serves'),
    ...operationsSettings({ port: 8080 }),
  },
};

const textOf = (app: keyof typeof tables, error: unknown, ...argv: string[]) => {
  const settings = defineSettings<(typeof tables)[typeof app]>(tables[app]);
  const values = loadSettings(settings, { argv, env: {}, readFile: () => '' });
  return startFailureText(error, settings.table, values);
};

const listenError = (code: string, more: object) =>
  Object.assign(new Error(`listen ${code}`), { code, syscall: 'listen', ...more });

describe('startFailureText', () => {
  test.each<[string, keyof typeof tables, object, string]>([
    [
      'a taken port',
      'gateway',
      listenError('EADDRINUSE', { address: '127.0.0.1', port: 8080 }),
      '127.0.0.1:8080 is already in use; change it by --port or SLIPWAY_PORT',
    ],
    [
      'a taken operations port, not the ignored one of the same number',
      'service',
      listenError('EADDRINUSE', { address: '::1', port: 8080 }),
      '[::1]:8080 is already in use; change it by --ops-port or SLIPWAY_OPS_PORT',
    ],
    [
      'a port that no setting names',
      'gateway',
      listenError('EADDRINUSE', { address: '::1', port: 1 }),
      '[::1]:1 is already in use',
    ],
    [
      'a reserved port',
      'gateway',
      listenError('EACCES', { address: '127.0.0.1', port: 9090 }),
      '127.0.0.1:9090 is reserved; ports below 1024 need a right of their own; change it by --ops-port or SLIPWAY_OPS_PORT',
    ],
    [
      'a failure with words of its own',
      'gateway',
      new StartFailure('no kubeconfig'),
      'no kubeconfig',
    ],
  ])('%s', (_, app, error, text) => {
    expect(textOf(app, error)).toBe(text);
  });

  test("an address of another machine, and a name nobody knows, name the address' setting", () => {
    const elsewhere = listenError('EADDRNOTAVAIL', { address: '10.1.2.3', port: 8080 });
    expect(textOf('gateway', elsewhere, '--address', '10.1.2.3')).toBe(
      '10.1.2.3:8080 is not an address of this machine; change it by --address or SLIPWAY_ADDRESS',
    );
    const unknown = { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'gate.invalid' };
    const error = Object.assign(new Error('getaddrinfo ENOTFOUND'), unknown);
    expect(textOf('gateway', error, '--address', 'gate.invalid')).toBe(
      'gate.invalid is a name without an address; change it by --address or SLIPWAY_ADDRESS',
    );
  });

  test.each<[string, unknown]>([
    ['a mistake in the program', new TypeError('x is undefined')],
    [
      'a file without rights',
      Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open' }),
    ],
    ['no error at all', 'text'],
  ])('%s is not of a known kind', (_, error) => {
    expect(textOf('gateway', error)).toBeUndefined();
  });
});
