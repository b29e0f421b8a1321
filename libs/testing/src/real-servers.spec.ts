import { expect, test } from '@jest/globals';
import { delimiter } from 'node:path';
import { realServers } from './real-servers.js';

test('what the environment names is there', () => {
  const servers = realServers({
    SLIPWAY_TEST_NATS_SERVER: '/bin/nats-server',
    SLIPWAY_TEST_KUBERNETES: '/kubernetes',
    SLIPWAY_TEST_KUBECONFIG: '/kubeconfig.yaml',
    SLIPWAY_TEST_CAPI_CRDS_1_13: ['/a.yaml', '/b.yaml'].join(delimiter),
  });
  expect(servers).toEqual({
    natsServer: '/bin/nats-server',
    kubernetes: '/kubernetes',
    kubeconfig: '/kubeconfig.yaml',
    clusterApi13Crds: ['/a.yaml', '/b.yaml'],
  });
});

test('what it does not name, or leaves empty, is missing', () => {
  const servers = realServers({ SLIPWAY_TEST_KUBECONFIG: '' });
  expect(Object.values(servers).filter(Boolean)).toEqual([]);
});
