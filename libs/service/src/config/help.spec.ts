import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  kubernetesSettings,
  natsSettings,
  operationsSettings,
  publicServerSettings,
} from './groups.js';
import { helpText } from './help.js';
import { withoutEffect } from './setting.js';

const table = {
  ...withoutEffect(kubernetesSettings, 'cluster-api reads it'),
  ...publicServerSettings,
  ...natsSettings,
  ...operationsSettings({ port: 9090 }),
  password: {
    env: 'SLIPWAY_PASSWORD',
    schema: z.string(),
    default: 'canary',
    secret: true,
    description: 'a password',
  },
} as const;

const help = helpText({ app: 'api-gateway', about: 'Serves the platform.', table });

describe('helpText', () => {
  test('names every flag, variable and key', () => {
    for (const [key, setting] of Object.entries(table)) {
      if ('flag' in setting) expect(help).toContain(setting.flag);
      expect(help).toContain(setting.env);
      expect(help).toMatch(new RegExp(`key ${key};`));
    }
    expect(help).toContain('--config FILE');
    expect(help).toContain('SLIPWAY_CONFIG');
    expect(help).toContain('--version');
  });

  test.each([
    '  -n, --namespace TEXT\n        namespace containing the Cluster API resources\n        env SLIPWAY_NAMESPACE; key namespace; default "default"\n        no effect here: cluster-api reads it',
    '  --kube-client kubeconfig|in-cluster\n',
    'default "$HOME/.kube/config"',
    '  -p, --port NUMBER\n        HTTP server listen port\n        env SLIPWAY_PORT; key port; default 8080',
    'key opsPort; default 9090',
  ])('reads: %s', (text) => {
    expect(help).toContain(text);
  });

  test("a secret's default is not shown", () => {
    expect(help).toContain('key password; has a default');
    expect(help).not.toContain('canary');
  });
});
