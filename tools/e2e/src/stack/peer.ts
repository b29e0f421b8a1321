import { afterAll, beforeAll } from '@jest/globals';
import { type KubeObjects } from '@slipway/testing';
import { type Access } from './access.js';

/** An API server of a test's own, with the kinds of management and workload clusters alike. */
export interface Peer {
  readonly access: Access;
  /** Past any proxy. */
  readonly objects: KubeObjects;
  /** Gives the name. */
  makeNamespace(name: string): Promise<string>;
  /** How many lists of each resource were asked for since the start, pages counted apart. */
  lists(...plurals: readonly string[]): Promise<readonly number[]>;
  /** How many watches on Clusters and Machines are open now. */
  watches(): Promise<number>;
  /** From now on a watch from an earlier version is answered with 410. */
  forgetHistory(): Promise<void>;
  /** From now on the `continue` tokens given before are answered with 410. */
  expireLists(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a peer before the tests of the describe block around and stops it after them. */
export function usePeer(start: () => Promise<Peer>): () => Peer {
  let peer: Peer | undefined;
  beforeAll(async () => {
    peer = await start();
  }, 120_000);
  afterAll(() => peer?.stop(), 60_000);
  return () => peer!;
}

/** A namespace that a peer's tests share nothing in. */
export async function makeNamespace(objects: KubeObjects, name: string): Promise<string> {
  await objects.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  return name;
}
