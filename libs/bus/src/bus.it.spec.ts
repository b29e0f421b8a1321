import { describe, test } from '@jest/globals';
import { startNats } from '@slipway/nats-mini';
import { realServers, startFaultProxy } from '@slipway/testing';
import { busContract } from './testing/bus-contract.js';
import { type LabParts } from './testing/bus-lab.js';

const over = (server: string): LabParts => ({
  startServer: (options) => startNats({ server, ...options }),
  startProxy: (port) => startFaultProxy({ target: { host: '127.0.0.1', port } }),
});

busContract('the mini broker', over('mini'));

const { natsServer } = realServers();
const missing = 'SLIPWAY_TEST_NATS_SERVER names no nats-server';
if (natsServer) {
  busContract('nats-server', over(natsServer));
} else if (process.env['CI']) {
  test('the bus over nats-server', () => {
    throw new Error(`${missing}, and CI must not go without`);
  });
} else {
  process.stderr.write(`SKIPPED the bus over nats-server: ${missing}\n`);
  describe.skip('the bus over nats-server', () => test('is not run', () => undefined));
}
