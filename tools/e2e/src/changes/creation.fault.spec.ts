import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Kind, kinds } from '@slipway/capi';
import { sampleCreation, sampleDefaults } from '@slipway/capi/builders';
import { type KubeObject, realServers, until } from '@slipway/testing';
import { ChangesWorld, configMap } from './changes-world.js';
import { isWrite, type Strike } from './recording-proxy.js';

const { kubeconfig } = realServers();
const suite = kubeconfig ? describe : describe.skip;

/** Of a creation: seven objects, then the activation. */
const writes = [1, 2, 3, 4, 5, 6, 7, 8];
const activation = 8;

suite('creations that are struck', () => {
  let world: ChangesWorld;
  let name: string;
  let round = 0;
  beforeAll(async () => {
    world = await ChangesWorld.start(kubeconfig!);
    await world.configure();
  }, 60_000);
  beforeEach(() => void (name = `struck-${++round}`));
  afterEach(() => world.proxy.strike());
  afterAll(() => world?.stop(), 30_000);

  const create = (init: RequestInit = {}) =>
    world.send('POST /kubernetes/clusters', { ...sampleCreation, name }, init);
  const remove = () => world.send(`DELETE /kubernetes/clusters/${name}`);

  /** Strikes the nth write of the creation, and, when told, those after it too. */
  function strikeWrite(
    nth: number,
    strike: Strike | (() => Strike | undefined),
    { onwards = false } = {},
  ) {
    let count = 0;
    world.proxy.strike((request) => {
      if (!isWrite(request)) return;
      count += 1;
      if (count !== nth && !(onwards && count > nth)) return;
      return typeof strike === 'function' ? strike() : strike;
    });
  }

  const made: readonly [Kind, (cluster: string) => string][] = [
    [kinds.xoCluster, (cluster) => cluster],
    [kinds.controlPlane, (cluster) => `${cluster}-cp`],
    [kinds.machineDeployment, (cluster) => `${cluster}-md-0`],
    [kinds.xoMachineTemplate, (cluster) => `${cluster}-cp`],
    [kinds.xoMachineTemplate, (cluster) => `${cluster}-worker`],
    [kinds.bootstrapTemplate, (cluster) => `${cluster}-worker`],
  ];
  const cluster = () => world.find(kinds.cluster, name);
  const isPaused = (object: KubeObject) => (object.spec as { paused?: boolean }).paused === true;
  async function others(): Promise<KubeObject[]> {
    const found = await Promise.all(made.map(([kind, of]) => world.find(kind, of(name))));
    return found.filter((each) => each !== undefined);
  }

  /** All that was made belongs to the Cluster, so its deletion takes it along. */
  async function allBelongTo({ metadata: { uid } }: KubeObject): Promise<void> {
    for (const { kind, metadata } of await others()) {
      const owner = { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster', name, uid };
      const control = kind === 'XOCluster' ? { controller: true } : {};
      expect({ kind, owners: metadata['ownerReferences'] }).toEqual({
        kind,
        owners: [{ ...owner, ...control }],
      });
    }
  }

  /** What an operator does after any failure, with the finalizer that Cluster API would have put on. */
  async function deletionCleansUp(): Promise<void> {
    const left = await cluster();
    if (!left) return expect((await remove()).status).toBe(404) as void;
    await world.patch(kinds.cluster, name, {
      metadata: { finalizers: ['cluster.cluster.x-k8s.io'] },
    });
    await allBelongTo(left);
    expect((await remove()).status).toBe(204);
    const going = (await cluster())!;
    expect(going.metadata.deletionTimestamp).toBeDefined();
    expect(isPaused(going)).toBe(false);
    expect(await world.lock(name)).toBeUndefined();
  }

  /** The cache follows. */
  const known = () =>
    world.stack.eventually(`/kubernetes/clusters/${name}`, ({ status }) => status === 200, name);

  test.each(writes)(
    'F5: write %i whose reply is lost has one effect, and the creation goes on',
    async (nth) => {
      strikeWrite(nth, 'reply lost');
      const before = world.proxy.requests.length;
      const { status, text } = await create();
      expect({ status, text }).toMatchObject({
        status: 200,
        text: expect.stringContaining(`"name":"${name}"`),
      });
      const active = (await cluster())!;
      expect(isPaused(active)).toBe(false);
      expect(await others()).toHaveLength(made.length);
      await allBelongTo(active);
      const accepted = world.proxy
        .since(before)
        .filter((each) => isWrite(each) && each.status! < 300);
      expect(accepted).toHaveLength(8);
    },
  );

  test.each(writes)(
    'F5: write %i that is lost for good ends in an unknown outcome; a deletion cleans up',
    async (nth) => {
      strikeWrite(nth, 'request lost', { onwards: true });
      const { status, problem } = await create();
      expect({ status, detail: problem.detail }).toMatchObject({
        status: 503,
        detail: expect.stringMatching(/^the outcome of .* is unknown: /),
      });
      world.proxy.strike();
      const left = await cluster();
      expect(left === undefined).toBe(nth === 1);
      expect(await others()).toHaveLength(Math.min(Math.max(nth - 2, 0), made.length));
      if (left) {
        expect(isPaused(left)).toBe(true);
        await known();
        expect(problem.detail).toContain(
          nth === activation ? 'is created' : `delete cluster "${name}"`,
        );
        expect((await create()).status).toBe(409);
      }
      await deletionCleansUp();
    },
  );

  test.each(writes)(
    'F37: cluster-api killed after write %i leaves what a deletion cleans up',
    async (nth) => {
      const client = new AbortController();
      const killed = new Promise<void>((resolve) => {
        const answered = async () => {
          await world.crash();
          resolve();
        };
        strikeWrite(nth, { answered });
      });
      const creation = create({ signal: client.signal }).catch(() => undefined);
      await killed;
      client.abort();
      await creation;
      world.proxy.strike();
      await world.restart();
      const left = (await cluster())!;
      expect(isPaused(left)).toBe(nth !== activation);
      expect(await others()).toHaveLength(Math.min(nth - 1, made.length));
      expect((await known()).json()).toMatchObject({
        name,
        is_reconciliation_paused: nth !== activation,
      });
      expect((await create()).status).toBe(409);
      await deletionCleansUp();
    },
  );

  describe('F36: the ConfigMap', () => {
    afterEach(() => world.configure());

    test('that changes during the creation is not read again', async () => {
      world.proxy.strike(async ({ method, path }) => {
        if (method === 'POST' && path.endsWith('/clusters'))
          await world.configure({ podCIDR: '10.99.0.0/16', workerName: 'other' });
      });
      expect((await create()).status).toBe(200);
      expect((await cluster())!.spec).toMatchObject({
        clusterNetwork: { pods: { cidrBlocks: [sampleDefaults.podCIDR] } },
      });
      expect(await others()).toHaveLength(made.length);
    });

    test.each<[string, Record<string, string | null>, string]>([
      ['without a key', { workerMachineSpec: null }, 'workerMachineSpec'],
      ['with a key that is no YAML', { workerKubeadmConfig: 'a: [' }, 'workerKubeadmConfig'],
      [
        'with a field that Kubernetes does not know',
        { workerMachineSpec: 'templatID: x' },
        'workerMachineSpec',
      ],
      [
        'with a value that Kubernetes does not take',
        { controlPlaneMachineSpec: 'resourceSet: {cpus: 0}' },
        'controlPlaneMachineSpec',
      ],
    ])('%s: 500 that names the key, and nothing is written', async (_, data, key) => {
      await world.configure(data);
      await nothingIsWritten(key);
    });

    test('that is missing: 500 that names it, and nothing is written', async () => {
      await world.objects.delete(world.reference(configMap, 'cluster-defaults'));
      await nothingIsWritten('cluster-defaults');
    });

    async function nothingIsWritten(named: string): Promise<void> {
      const before = world.proxy.requests.length;
      const { status, problem } = await create();
      expect({ status, title: problem.title }).toEqual({
        status: 500,
        title: 'Internal Server Error',
      });
      expect(problem.detail).toContain(named);
      expect(world.proxy.since(before).filter(isWrite)).toEqual([]);
    }
  });

  describe('a client that leaves', () => {
    test('during the dry runs ends it: nothing is written', async () => {
      const client = new AbortController();
      const before = world.proxy.requests.length;
      world.proxy.strike(async ({ query }, left) => {
        if (!query.has('dryRun')) return;
        client.abort();
        await left;
      });
      await expect(create({ signal: client.signal })).rejects.toThrow();
      await world.idle();
      expect(world.proxy.since(before).filter(isWrite)).toEqual([]);
      expect(await cluster()).toBeUndefined();
    });

    test.each(writes)('during write %i does not stop it', async (nth) => {
      const client = new AbortController();
      strikeWrite(nth, () => (client.abort(), undefined));
      await create({ signal: client.signal }).catch(() => undefined);
      await until(async () => isPaused((await cluster()) ?? paused) === false, {
        within: 10_000,
        because: 'the cluster to be activated',
      });
      expect(await others()).toHaveLength(made.length);
    });
  });
});

const paused = { spec: { paused: true } } as unknown as KubeObject;
