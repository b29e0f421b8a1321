import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '@slipway/testing';
import { KeptClient } from './stack/kept-client.js';
import { type Peer } from './stack/peer.js';
import { startSimulatedPeer } from './stack/simulated-peer.js';
import { type Answer } from './stack/stack.js';
import { WorkloadWorld } from './stack/workload-world.js';

const names = Array.from({ length: 8 }, (_, index) => `c-${index}`);
/** Makes an answer too large for one write of a socket. */
const description = '🚢'.repeat(4_000);
/** Milliseconds that a stop may take. */
const patience = 30_000;

describe('F38: SIGTERM under load', () => {
  let peer: Peer;
  let world: WorkloadWorld;

  beforeEach(async () => {
    peer = await startSimulatedPeer();
    world = await WorkloadWorld.start(peer, { names, description });
  }, 120_000);

  afterEach(async () => {
    await world?.stop();
    await peer?.stop();
  }, 60_000);

  test('the gateway answers 20 kept connections to the end, then refuses new ones', async () => {
    const { gateway, url } = world.stack;
    const clients = Array.from({ length: 20 }, () => new KeptClient());
    const hammered = clients.map((client) => client.hammer(`${url}/kubernetes/clusters`));
    await until(() => clients.every(({ endings }) => endings.length >= 2), {
      within: 15_000,
      because: 'two answers for each client',
    });
    const { code } = await gateway.stop({ within: patience });
    expect(code).toBe(0);
    const endings = (await Promise.all(hammered)).flat();
    const answered = endings.filter((each) => each.kind === 'answered');
    const others = endings.filter(({ kind }) => kind !== 'answered' && kind !== 'refused');
    expect(others).toEqual([]);
    for (const { status, text } of answered) expect(whole({ status, text })).toBe(true);
  }, 60_000);

  test('cluster-api finishes 50 running lists and takes no more', async () => {
    const { clusterApi, ...stack } = world.stack;
    const list = () => world.stack.get('/kubernetes/clusters');
    const held = await world.hold(Array.from({ length: 50 }, () => list));
    const stopped = clusterApi.stop({ within: patience });
    await clusterApi.line(/stopping: SIGTERM/);
    const late = Promise.all(Array.from({ length: 50 }, list));
    expect((await held.release()).map(whole)).toEqual(Array.from({ length: 50 }, () => true));
    for (const answer of await late) expect(whole(answer) || isUnavailable(answer)).toBe(true);
    expect((await stopped).code).toBe(0);
    expect(isUnavailable(await list())).toBe(true);
    expect(stack.gateway.running).toBe(true);
  }, 60_000);
});

function whole({ status, text }: Pick<Answer, 'status' | 'text'>): boolean {
  if (status !== 200) return false;
  const rows = JSON.parse(text) as { name: string; description: string }[];
  return rows.length === names.length && rows.every((row) => row.description === description);
}

function isUnavailable({ status, headers, text }: Answer): boolean {
  const keys = Object.keys(JSON.parse(text) as object).join();
  const type = headers.get('content-type');
  return status === 503 && type === 'application/problem+json' && keys === 'title,status,detail';
}
