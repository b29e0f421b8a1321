import { describe, test } from '@jest/globals';
import { usePeer } from '../stack/peer.js';
import { startSimulatedPeer } from '../stack/simulated-peer.js';
import { WatchedWorld } from '../stack/watched-world.js';
import { gapWithoutHistory, watchChecks } from './watch.checks.js';
import { workloadChecks } from './workload.checks.js';

describe('on the simulator', () => {
  const peer = usePeer(() => startSimulatedPeer());
  describe('watching', () => watchChecks(peer));
  describe('F13: 50 workload clusters of which three fail', () => workloadChecks(peer));
});

test('F6: 410 as the status of a watch is as good as one in its stream', async () => {
  const peer = await startSimulatedPeer({ expiredByStatus: true });
  const world = await WatchedWorld.start(peer);
  try {
    await world.populate();
    await gapWithoutHistory(world);
  } finally {
    await world.stop();
    await peer.stop();
  }
});
