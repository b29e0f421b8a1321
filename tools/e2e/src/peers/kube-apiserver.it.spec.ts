import { describe } from '@jest/globals';
import { realServers } from '@slipway/testing';
import { usePeer } from '../stack/peer.js';
import { startRealPeer } from '../stack/real-peer.js';
import { readChecks } from './read-routes.checks.js';
import { watchChecks } from './watch.checks.js';
import { workloadChecks } from './workload.checks.js';

const { kubernetes } = realServers();
const describeReal = kubernetes ? describe : describe.skip;
if (!kubernetes) {
  if (process.env['CI']) throw new Error('the real kube-apiserver is missing');
  process.stderr.write('SKIPPED: end-to-end tests on the real kube-apiserver, for want of one\n');
}

describeReal('on the real kube-apiserver', () => {
  const peer = usePeer(() => startRealPeer(kubernetes!));
  // First: the others leave volumes behind.
  describe('reading clusters through the gateway', () => readChecks(peer));
  describe('watching', () => watchChecks(peer));
  describe('F13: 50 workload clusters of which three fail', () => workloadChecks(peer));
});
