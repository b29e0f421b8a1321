import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort, realServers, until } from '@slipway/testing';
import { RecordingProxy } from '../changes/recording-proxy.js';
import { kubeconfigText } from '../stack/access.js';
import { accessOf } from './access-of.js';
import { cluster, DrainWorld } from './drain-world.js';
import { isEviction, lasting, replica } from './described.js';

const { kubeconfig } = realServers();
const suite = kubeconfig ? describe : describe.skip;

suite('F14: a drain in bad weather, on a real API server', () => {
  let world: DrainWorld;

  beforeAll(async () => {
    world = await DrainWorld.start(kubeconfig!);
  }, 60_000);
  afterAll(() => world?.stop(), 60_000);

  const post = (node: string, verb: string, of = cluster) =>
    world.post(`/kubernetes/clusters/${of}/nodes/${node}/${verb}`);
  const leaving = (pod: string) =>
    until(async () => (await world.objects.get(world.pod(pod))).metadata.deletionTimestamp, {
      within: 10_000,
      because: `the eviction of ${pod}`,
    });

  test('a pod replaced under its name: the new one is judged and evicted as another', async () => {
    const node = await world.addNode();
    await world.addPod(node, replica('twin'));
    const begun = world.proxy.requests.length;
    let replaced = false;
    world.proxy.strike(async (request) => {
      if (replaced || !isEviction(request)) return;
      replaced = true;
      await world.objects.delete(world.pod('twin'));
      await world.addPod(node, replica('twin'));
    });
    const { status } = await world.drain(node).finally(() => world.proxy.strike());
    expect(status).toBe(204);
    const evictions = world.proxy.since(begun).filter(isEviction);
    expect(evictions.map((each) => each.status)).toEqual([409, 201]);
    expect(await world.podsOn(node)).toEqual([]);
  });

  test('a Node that is removed midway: 404 while pods remain, else done', async () => {
    const [left, empty] = await world.addNodes(2);
    await world.addPod(left, lasting('orphan'));
    await world.addPod(empty, replica('last'));
    world.proxy.strike(async (request) => {
      if (!isEviction(request)) return;
      const node = request.path.endsWith('/last/eviction') ? empty : left;
      await world.objects.delete(world.node(node));
    });
    const ended = await Promise.all([world.drain(left), world.drain(empty)]).finally(() =>
      world.proxy.strike(),
    );
    expect(ended.map(({ status }) => status)).toEqual([404, 204]);
    expect((await post(left, 'cordon')).status).toBe(404);
  });

  test('a workload API that cannot be reached: 503 at once', async () => {
    const access = {
      ...(await accessOf(kubeconfig!)),
      url: `https://127.0.0.1:${await freePort()}`,
    };
    await world.addCluster('nowhere', kubeconfigText(access));
    const node = await world.addNode('nowhere');
    for (const verb of ['cordon', 'uncordon', 'drain']) {
      const { status, detail } = await post(node, verb, 'nowhere');
      expect([status, detail]).toEqual([503, expect.stringContaining('connection refused')]);
    }
    expect(await world.isCordoned(node)).toBe(false);
  });

  test('a workload API that is lost between two rounds is waited for', async () => {
    const proxy = await RecordingProxy.start(await accessOf(kubeconfig!));
    await world.addCluster('away', kubeconfigText(proxy.access));
    const node = await world.addNode('away');
    await world.addPod(node, lasting('patient'));
    const drained = post(node, 'drain', 'away');
    await leaving('patient');
    let lost = 0;
    proxy.strike(() => {
      lost++;
      return 'request lost';
    });
    await until(() => lost > 1, { within: 10_000, because: 'rounds without an answer' });
    await world.release('patient');
    proxy.strike();
    expect((await drained).status).toBe(204);
    await proxy.close();
  });

  describe('cut short', () => {
    /** A drain that waits for one Pod, once that is leaving. */
    async function underWay(name: string, init: RequestInit = {}) {
      const node = await world.addNode();
      await world.addPod(node, lasting(name));
      const drained = world.drain(node, {}, init).catch((error: Error) => error);
      await leaving(name);
      return { node, drained };
    }
    const running = async () =>
      (await world.stack.metrics('clusterApi'))('slipway_bus_running_calls');

    test('a client that leaves: it stops within a second, and the Node stays cordoned', async () => {
      const client = new AbortController();
      const { node, drained } = await underWay('deserted', { signal: client.signal });
      expect(await running()).toBe(1);
      client.abort(new Error('left'));
      await until(async () => (await running()) === 0, { within: 1_000, because: 'its end' });
      expect(await drained).toMatchObject({ message: 'left' });
      const begun = world.proxy.requests.length;
      expect(await world.isCordoned(node)).toBe(true);
      expect(world.listsOf(node, begun)).toEqual([]);
      await world.release('deserted');
      expect((await world.drain(node)).status).toBe(204);
    });

    test('SIGTERM of cluster-api: 503 interrupted, and the Node stays cordoned', async () => {
      const { node, drained } = await underWay('interrupted');
      const { code } = await world.stack.clusterApi.stop({ within: 30_000 });
      expect(code).toBe(0);
      expect(await drained).toEqual({
        status: 503,
        detail: `the drain of node "${node}" was interrupted. The Node stays cordoned; repeat to continue.`,
      });
      expect(await world.isCordoned(node)).toBe(true);
    });
  });
});
