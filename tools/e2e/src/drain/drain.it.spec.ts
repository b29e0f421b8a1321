import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aMachine } from '@slipway/capi/builders';
import { type KubeObject, realServers } from '@slipway/testing';
import { cluster, DrainWorld } from './drain-world.js';
import { isEviction, lasting, replica } from './described.js';

const { kubeconfig } = realServers();
const suite = kubeconfig ? describe : describe.skip;

suite('cordon and drain on a real API server', () => {
  let world: DrainWorld;

  beforeAll(async () => {
    world = await DrainWorld.start(kubeconfig!);
  }, 60_000);
  afterAll(() => world?.stop(), 60_000);

  const cordon = (node: string, verb = 'cordon', of = cluster) =>
    world.post(`/kubernetes/clusters/${of}/nodes/${node}/${verb}`);
  const nodeObject = async (node: string) => world.objects.get(world.node(node));

  test('cordon and uncordon are idempotent and touch nothing but unschedulable', async () => {
    const node = await world.addNode();
    const before = await nodeObject(node);
    const begun = world.proxy.requests.length;
    for (const verb of ['cordon', 'cordon', 'uncordon', 'uncordon', 'cordon']) {
      expect(await cordon(node, verb)).toEqual({ status: 204, detail: '' });
      expect(await world.isCordoned(node)).toBe(verb === 'cordon');
    }
    const writes = world.proxy.since(begun).filter(({ path }) => path === `/api/v1/nodes/${node}`);
    const on = { spec: { unschedulable: true } };
    const off = { spec: { unschedulable: null } };
    expect(writes.map(({ body }) => body)).toEqual([on, on, off, off, on]);
    const untouched = ({ spec, metadata: { labels, annotations }, status }: KubeObject) => {
      const { unschedulable: _, ...rest } = spec as Record<string, unknown>;
      return { rest, labels, annotations, status };
    };
    expect(untouched(await nodeObject(node))).toEqual(untouched(before));
  });

  test('one list of pods a round, one eviction a pod, each by its uid', async () => {
    const node = await world.addNode();
    const names = Array.from({ length: 12 }, (_, index) => `round-${index}`);
    await Promise.all(names.map((name) => world.addPod(node, replica(name))));
    const { body } = await world.objects.ask({ path: podsOf(node) });
    const uids = (body as { items: KubeObject[] }).items.map(({ metadata }) => metadata.uid).sort();
    const begun = world.proxy.requests.length;
    const { steps, end } = await world.tell(node);
    expect(end).toEqual({ status: 204 });
    expect(world.listsOf(node, begun)).toHaveLength(2);
    const evictions = world.proxy.since(begun).filter(isEviction);
    const asked = evictions.map(({ body }) => {
      const { deleteOptions } = body as { deleteOptions: object };
      expect(Object.keys(deleteOptions)).toEqual(['preconditions']);
      return (deleteOptions as { preconditions: { uid: string } }).preconditions.uid;
    });
    expect(asked.sort()).toEqual(uids);
    const told = (kind: string) => steps.filter(({ step }) => step === kind).length;
    expect([told('cordoned'), told('evicting'), told('evicted')]).toEqual([1, 12, 12]);
  });

  test('two budgets on one pod: 409 names it; a spent or new one: 504 says which', async () => {
    const [twice, spent, unseen] = await world.addNodes(3);
    await world.addPod(twice, replica('twice'));
    await world.addBudget('twice-a', 'twice', { disruptionsAllowed: 1 });
    await world.addBudget('twice-b', 'twice', { disruptionsAllowed: 1 });
    await world.addPod(spent, readyReplica('spent'));
    await world.addPod(spent, lasting('undying'));
    await world.addBudget('spent', 'spent', {});
    await world.addPod(unseen, readyReplica('unseen'));
    await world.addBudget('unseen', 'unseen');
    const [both, none, fresh] = await Promise.all([
      world.drain(twice),
      world.drain(spent, { timeout_seconds: 4 }),
      world.drain(unseen, { timeout_seconds: 4 }),
    ]);
    const { namespace } = world;
    expect(both.status).toBe(409);
    expect(both.detail).toMatch(`more than one PodDisruptionBudget`);
    expect(both.detail).toMatch(`${namespace}/twice`);
    expect(none.status).toBe(504);
    expect(none.detail).toMatch(`${namespace}/undying (it is still terminating)`);
    expect(none.detail).toMatch(`${namespace}/spent (The disruption budget spent needs`);
    expect(fresh.status).toBe(504);
    expect(fresh.detail).toMatch(
      `${namespace}/unseen (The disruption budget unseen is still being`,
    );
    for (const node of [twice, spent, unseen]) expect(await world.isCordoned(node)).toBe(true);
    expect(await world.podsOn(spent)).toEqual(['spent', 'undying']);
  });

  test('a budget that frees up meanwhile: the drain goes on by itself', async () => {
    const node = await world.addNode();
    await world.addPod(node, readyReplica('freed'));
    await world.addBudget('freed', 'freed', {});
    const { end } = await world.tell(node, { timeout_seconds: 20 }, async ({ step }) => {
      if (step !== 'waiting') return;
      await world.objects.patchStatus(world.budget('freed'), { disruptionsAllowed: 1 });
    });
    expect(end).toEqual({ status: 204 });
  });

  test('unready and pending pods pass a spent budget where Kubernetes lets them', async () => {
    const cases = [
      ['always', 'AlwaysAllow', 0, 204],
      ['healthy-budget', 'IfHealthyBudget', 1, 204],
      ['unhealthy-budget', 'IfHealthyBudget', 0, 504],
    ] as const;
    const results = await Promise.all(
      cases.map(async ([name, unhealthyPodEvictionPolicy, currentHealthy, ends]) => {
        const node = await world.addNode();
        await world.addPod(node, replica(name));
        await world.addBudget(name, name, { unhealthyPodEvictionPolicy, currentHealthy });
        return [name, (await world.drain(node, { timeout_seconds: ends === 204 ? 20 : 4 })).status];
      }),
    );
    expect(results).toEqual(cases.map(([name, , , status]) => [name, status]));

    const node = await world.addNode();
    await world.addPod(node, replica('pending').phase('Pending'));
    await world.addBudget('pending', 'pending', { currentHealthy: 0 });
    expect((await world.drain(node)).status).toBe(204);
  });

  test('Machines that have no Node here: 409 unregistered, 404 of another cluster', async () => {
    const { namespace } = world;
    await world.addMachine(aMachine('unborn', cluster).inNamespace(namespace).unregistered());
    for (const end of ['cordon', 'uncordon', 'drain'] as const) {
      const { status, detail } = await cordon('unborn', end);
      expect([status, detail]).toEqual([409, expect.stringContaining('has not registered')]);
      const node = await world.addNode();
      await world.addCluster(`other-${end}`, '');
      expect((await cordon(node, end, `other-${end}`)).status).toBe(404);
      expect(await world.isCordoned(node)).toBe(false);
    }
  });
});

const podsOf = (node: string) => `/api/v1/pods?fieldSelector=spec.nodeName%3D${node}`;

/** Counts for its budget. */
const readyReplica = (name: string) =>
  replica(name).with((draft) => {
    draft.status = { phase: 'Running', ...{ conditions: [{ type: 'Ready', status: 'True' }] } };
  });
