import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@slipway/testing';
import { type Peer } from './stack/peer.js';
import { startSimulatedPeer } from './stack/simulated-peer.js';
import { type App } from './stack/stack.js';
import { WorkloadWorld } from './stack/workload-world.js';

const apps: readonly App[] = ['gateway', 'clusterApi'];
const names = ['c-0', 'c-1', 'c-2', 'c-3'];
const blackHoled = 'c-0';

/** Lists with workload fields: none of them ends before the black-holed cluster's deadline. */
const lists = [
  '/kubernetes/clusters',
  '/kubernetes/clusters?fields=name,volumes.name',
  '/kubernetes/nodes?fields=name,is_draining',
  `/kubernetes/clusters/${blackHoled}/nodes`,
  `/kubernetes/clusters/${blackHoled}/volumes`,
];
/** Idle connections that cluster-api may keep: to the management cluster and to each workload API. */
const keptSockets = 32 + names.length * 8;
/** Milliseconds in which a client's leaving has ended all that it began; a deadline takes 5 s. */
const cancelled = 2_500;
/** Milliseconds from a request's last byte to its client's leaving: less than this. */
const longestStay = 150;

describe('clients that hang up', () => {
  let peer: Peer;
  let world: WorkloadWorld;

  beforeAll(async () => {
    peer = await startSimulatedPeer();
    world = await WorkloadWorld.start(peer, { names, faulty: { blackHoled } });
    world.strike();
  }, 120_000);

  afterAll(async () => {
    await world?.stop();
    await peer?.stop();
  }, 60_000);

  test('nothing is left of 1,000 aborted requests', async () => {
    // What a process makes once, it makes for the first of them.
    await hangUp(200);
    const before = await Promise.all(apps.map(held));
    await hangUp(1_000);
    for (const [index, app] of apps.entries()) await backTo(before[index]!, app);
    expect((await world.stack.get('/kubernetes/clusters?fields=name')).status).toBe(200);
  }, 60_000);

  /** 50 at a time, each leaves at a moment of its own. Resolves once nothing of it is under way. */
  async function hangUp(requests: number): Promise<void> {
    const before = await abortedRequests();
    for (let sent = 0; sent < requests; sent += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          leave(`${world.stack.url}${lists[index % lists.length]!}`),
        ),
      );
    // A busy gateway accepts connections after their clients have gone.
    await until(async () => (await abortedRequests()) - before === requests, {
      within: 20_000,
      because: `the gateway to see ${requests} clients leave`,
    });
    await atRest();
  }

  /** Whatever was asked has ended, in the services and between them, sooner than by its deadline. */
  function atRest(): Promise<unknown> {
    const { stack } = world;
    return until(
      async () => {
        const [gateway, clusterApi] = await Promise.all(apps.map((app) => stack.metrics(app)));
        const now = [
          gateway!('slipway_bus_pending_requests'),
          clusterApi!('slipway_bus_running_calls'),
          clusterApi!('slipway_bus_pending_requests'),
        ];
        if (now.some((count) => count !== 0)) throw new Error(now.join());
        return true;
      },
      { within: cancelled, because: 'no request to be under way' },
    );
  }

  async function abortedRequests(): Promise<number> {
    return (await world.stack.metrics('gateway'))('slipway_http_requests_aborted_total');
  }

  async function held(app: App): Promise<Held> {
    const value = await world.stack.metrics(app);
    return { files: value('process_open_fds'), heapBytes: value('nodejs_heap_size_used_bytes') };
  }

  /** Waits for sockets to be closed and garbage to be collected. */
  function backTo(start: Held, app: App): Promise<unknown> {
    return until(
      async () => {
        const { files, heapBytes } = await held(app);
        const near =
          files <= start.files + keptSockets && heapBytes <= 1.5 * start.heapBytes + 16e6;
        if (!near) throw new Error(JSON.stringify({ start, files, heapBytes }));
        return true;
      },
      { within: 10_000, because: `${app} to hold what it held` },
    );
  }
});

interface Held {
  readonly files: number;
  readonly heapBytes: number;
}

/** Sends a request on a connection of its own, stays for a random time, then cuts the connection. */
function leave(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent: false });
    asking.once('response', ({ statusCode }) =>
      reject(new Error(`${url} was answered with ${statusCode} before its client left`)),
    );
    asking.once('finish', () => {
      setTimeout(() => asking.destroy(), Math.random() * longestStay);
    });
    asking.once('error', () => undefined);
    asking.once('close', resolve);
    asking.end();
  });
}
