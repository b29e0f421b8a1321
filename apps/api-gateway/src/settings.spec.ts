import { describe, expect, test } from '@jest/globals';
import { ConfigError, loadSettings } from '@slipway/service';
import { settings } from './settings.js';

const sources = (argv: string[], env: Record<string, string> = {}) => ({
  argv,
  env: { HOME: '/home/someone', ...env },
  readFile: () => {
    throw new Error('no file was prepared');
  },
});

function faults(argv: string[], env: Record<string, string> = {}): readonly string[] {
  try {
    loadSettings(settings, sources(argv, env));
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('gateway settings', () => {
  test('listen on loopback unless told otherwise', () => {
    const { address, port, auth, swaggerUi } = loadSettings(settings, sources([]));
    expect({ address, port, auth, swaggerUi }).toEqual({
      address: '127.0.0.1',
      port: 8080,
      auth: 'none',
      swaggerUi: 'stoplight',
    });
  });

  test.each(['127.0.0.1', '127.9.9.9', '::1', 'localhost'])('accept loopback %s', (address) => {
    expect(faults(['--address', address])).toEqual([]);
  });

  test.each(['0.0.0.0', '::', '192.0.2.7'])(
    'refuse %s without a word, naming both ways',
    (address) => {
      const [fault, ...others] = faults(['--address', address]);
      expect(others).toEqual([]);
      expect(fault).toContain('listen on 127.0.0.1, or say --auth none --allow-unauthenticated');
      expect(faults(['--address', address, '--auth', 'none', '--allow-unauthenticated'])).toEqual(
        [],
      );
      expect(faults(['--address', address], { SLIPWAY_ALLOW_UNAUTHENTICATED: 'true' })).toEqual([]);
    },
  );

  test("take all of VMK Engine's flags", () => {
    const vmk = '--kube-client=in-cluster --kubeconfig=/c -n capi-system --address=127.0.0.1 -p 81';
    expect(faults([...vmk.split(' '), '--swagger-ui=disabled'])).toEqual([]);
  });

  test('report every fault at once', () => {
    expect(faults(['--kubeconfig', 'relative', '--port', 'x', '--colour'])).toHaveLength(3);
  });
});
