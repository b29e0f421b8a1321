import { describe, expect, test } from '@jest/globals';
import {
  kubernetesSettings,
  natsSettings,
  operationsSettings,
  publicServerSettings,
} from './groups.js';
import { loadSettings } from './load.js';
import { defineSettings } from './setting.js';

const settings = defineSettings({
  ...kubernetesSettings,
  ...publicServerSettings,
  ...natsSettings,
  ...operationsSettings({ port: 9090 }),
});

const load = (...argv: string[]) =>
  loadSettings(settings, {
    argv,
    env: { HOME: '/root' },
    readFile: () => {
      throw new Error('no file is read here');
    },
  });

describe('shared settings', () => {
  test('defaults of the original, and loopback', () => {
    expect(load()).toEqual({
      kubeClient: 'kubeconfig',
      kubeconfig: '/root/.kube/config',
      namespace: 'default',
      address: '127.0.0.1',
      port: 8080,
      swaggerUi: 'stoplight',
      natsUrl: 'nats://127.0.0.1:4222',
      opsAddress: '127.0.0.1',
      opsPort: 9090,
      logLevel: 'info',
    });
  });

  test.each([
    ['--kube-client', 'in-cluster'],
    ['--kubeconfig', '/k'],
    ['--namespace', 'a'],
    ['--namespace', 'team-1'],
    ['--namespace', 'x'.repeat(63)],
    ['--address', '0.0.0.0'],
    ['--address', '::1'],
    ['--address', 'localhost'],
    ['--address', 'gateway.example'],
    ['--port', '0'],
    ['--port', '65535'],
    ['--swagger-ui', 'disabled'],
    ['--nats-url', 'tls://nats.example'],
    ['--nats-url', 'nats://[::1]:4222'],
    ['--log-level', 'debug'],
  ])('accepts %s %s', (flag, value) => {
    expect(() => load(flag, value)).not.toThrow();
  });

  test.each([
    ['--kube-client', 'incluster', 'must be kubeconfig or in-cluster'],
    ['--kubeconfig', '.kube/config', 'must be an absolute path'],
    ['--kubeconfig', '~/.kube/config', 'must be an absolute path'],
    ['--namespace', 'Team', 'must be at most 63 lower-case letters'],
    ['--namespace', '-a', 'must be at most 63 lower-case letters'],
    ['--namespace', 'a-', 'must be at most 63 lower-case letters'],
    ['--namespace', 'a.b', 'must be at most 63 lower-case letters'],
    ['--namespace', 'a\n', 'must be at most 63 lower-case letters'],
    ['--namespace', 'x'.repeat(64), 'must be at most 63 lower-case letters'],
    ['--address', '1.2.3', 'must be an IP address or a host name'],
    ['--address', 'http://x', 'must be an IP address or a host name'],
    ['--port', '65536', 'must be a port number'],
    ['--swagger-ui', 'redoc', 'must be swagger, stoplight or disabled'],
    ['--nats-url', '127.0.0.1:4222', 'must be a nats:// or tls:// URL without user and password'],
    ['--nats-url', 'nats://', 'must be a nats:// or tls:// URL without user and password'],
    ['--nats-url', 'nats://ada:pw@x', 'must be a nats:// or tls:// URL without user and password'],
    ['--log-level', 'trace', 'must be debug, info, warn or error'],
  ])('refuses %s %s', (flag, value, rule) => {
    expect(() => load(flag, value)).toThrow(`${flag}: ${rule}`);
  });
});
