import { type KubeObjects, realServers } from '@slipway/testing';
import { type Access } from './access.js';
import { startRealPeer } from './real-peer.js';
import { startSimulatedPeer } from './simulated-peer.js';

/** An API server of a test's own, with the kinds of management and workload clusters alike. */
export interface Peer {
  readonly access: Access;
  /** Past any proxy. */
  readonly objects: KubeObjects;
  /** Where the test's objects are. */
  readonly namespace: string;
  /** How many lists of a resource were asked for since the start, pages counted apart. */
  lists(plural: string): Promise<number>;
  /** How many watches on Clusters and Machines are open now. */
  watches(): Promise<number>;
  /** From now on a watch from an earlier version is answered with 410. */
  forgetHistory(): Promise<void>;
  /** From now on the `continue` tokens given before are answered with 410. */
  expireLists(): Promise<void>;
  stop(): Promise<void>;
}

/** For `describe.each`: every table of faults is run against both. */
export const peers: readonly { readonly peer: string; readonly start: () => Promise<Peer> }[] = [
  { peer: 'the simulator', start: () => startSimulatedPeer() },
  ...realPeer(),
];

function realPeer() {
  const { kubernetes } = realServers();
  if (kubernetes) {
    return [{ peer: 'the real kube-apiserver', start: () => startRealPeer(kubernetes) }];
  }
  if (process.env['CI']) throw new Error('the real kube-apiserver is missing');
  process.stderr.write('SKIPPED: faults before the real kube-apiserver, for want of one\n');
  return [];
}
