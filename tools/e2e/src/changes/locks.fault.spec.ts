import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { kinds } from '@slipway/capi';
import { type ClusterDetail, type MutationLock } from '@slipway/contracts';
import { realServers } from '@slipway/testing';
import { ChangesWorld, lockKey, type Reply } from './changes-world.js';
import { type Recorded } from './recording-proxy.js';

const { kubeconfig } = realServers();
const suite = kubeconfig ? describe : describe.skip;

const isOf =
  (plural: string) =>
  ({ method, path }: Recorded): boolean =>
    method !== 'GET' && path.includes(`/${plural}/`);
const isScaling = isOf(kinds.machineDeployment.plural);

suite('reservations that outlive their change', () => {
  let world: ChangesWorld;
  beforeAll(async () => {
    world = await ChangesWorld.start(kubeconfig!);
    await Promise.all(
      ['crashed', 'unknown', 'unreadable', 'released'].map((name) =>
        world.addCluster(name, { machines: 1 }),
      ),
    );
  }, 60_000);
  afterEach(() => world.proxy.strike());
  afterAll(() => world?.stop(), 30_000);

  const scale = (name: string, init: RequestInit = {}) =>
    world.send(`PUT /kubernetes/clusters/${name}/workers/replicas`, { replicas: 3 }, init);
  const replicas = async (name: string) =>
    ((await world.find(kinds.machineDeployment, `${name}-md-0`))!.spec as { replicas: number })
      .replicas;
  const shownLock = async (name: string) =>
    (
      await world.stack.eventually(
        `/kubernetes/clusters/${name}`,
        ({ text }) => text.includes('mutation_lock'),
        'the reservation to be shown',
      )
    ).json<ClusterDetail>().mutation_lock;

  /** Every change that reserves a cluster. */
  const changes = (name: string): Promise<Reply>[] =>
    [
      `DELETE /kubernetes/clusters/${name}`,
      `POST /kubernetes/clusters/${name}/reconciliation/pause`,
      `POST /kubernetes/clusters/${name}/reconciliation/resume`,
      `DELETE /kubernetes/clusters/${name}/nodes/${name}-1`,
      `POST /kubernetes/clusters/${name}/nodes/${name}-1/reconciliation/pause`,
      `POST /kubernetes/clusters/${name}/nodes/${name}-1/reconciliation/resume`,
    ]
      .map((route) => world.send(route))
      .concat([
        scale(name),
        world.send(`PUT /kubernetes/clusters/${name}/control-plane/replicas`, { replicas: 5 }),
      ]);

  async function holds(name: string, lock: MutationLock): Promise<void> {
    const { id, operation, owner, acquired_at } = lock;
    const text = `cluster "${name}" is reserved by "${operation}" of ${owner} since ${acquired_at} (lock ${id})`;
    for (const { problem } of await Promise.all(changes(name)))
      expect(problem).toEqual({ status: 409, title: 'Conflict', detail: text });
    expect(JSON.parse((await world.lock(name))!)).toEqual(lock);
  }

  /** Tags and descriptions take no reservation, and an operator removes one by hand. */
  async function canBeHealed(name: string): Promise<void> {
    const cluster = `/kubernetes/clusters/${name}`;
    expect((await world.send(`PUT ${cluster}/tags/team`, { value: 'a' })).status).toBe(204);
    expect((await world.send(`PUT ${cluster}/description`, { description: 'x' })).status).toBe(204);
    await world.patch(kinds.cluster, name, { metadata: { annotations: { [lockKey]: null } } });
    expect((await scale(name)).status).toBe(204);
    expect(await world.lock(name)).toBeUndefined();
    await world.stack.eventually(
      cluster,
      ({ text }) => !text.includes('mutation_lock'),
      'it to be gone',
    );
  }

  test('F4: after a crash it stays without end, is shown and named to all others', async () => {
    const client = new AbortController();
    const crashed = new Promise<void>((resolve) => {
      world.proxy.strike((request) =>
        isScaling(request) ? { answered: () => world.crash().then(resolve) } : undefined,
      );
    });
    const sent = scale('crashed', { signal: client.signal }).catch(() => undefined);
    await crashed;
    client.abort();
    await sent;
    world.proxy.strike();
    await world.restart();
    const lock = (await shownLock('crashed'))!;
    expect(lock).toMatchObject({ operation: 'scale workers', owner: expect.stringMatching(/\S/) });
    expect(Math.abs(Date.now() - Date.parse(lock.acquired_at))).toBeLessThan(60_000);
    expect(await replicas('crashed')).toBe(3);
    await holds('crashed', lock);
    await canBeHealed('crashed');
  });

  test('F5: after a write of unknown outcome it stays', async () => {
    world.proxy.strike((request) => (isScaling(request) ? 'request lost' : undefined));
    const { status, problem } = await scale('unknown');
    expect(status).toBe(503);
    expect(problem.detail).toContain(
      'the outcome of the change of MachineDeployment "unknown-md-0" is unknown',
    );
    world.proxy.strike();
    expect(await replicas('unknown')).toBe(2);
    await holds('unknown', (await shownLock('unknown'))!);
    await canBeHealed('unknown');
  });

  test('one that nobody can read is held by an unknown owner, never overwritten', async () => {
    await world.patch(kinds.cluster, 'unreadable', {
      metadata: { annotations: { [lockKey]: 'by hand' } },
    });
    for (const { status, problem } of await Promise.all(changes('unreadable'))) {
      expect(status).toBe(409);
      expect(problem.detail).toContain('is reserved by an unknown owner');
    }
    expect(await world.lock('unreadable')).toBe('by hand');
    await canBeHealed('unreadable');
  });

  test.each<[string, (request: Recorded) => boolean]>([
    ['is being reserved', isOf(kinds.cluster.plural)],
    ['is being scaled', isScaling],
  ])('a client that leaves while the cluster %s leaves none behind', async (_, when) => {
    const client = new AbortController();
    world.proxy.strike((request) => void (when(request) && client.abort()));
    await scale('released', { signal: client.signal }).catch(() => undefined);
    await world.stack.eventually(
      '/kubernetes/clusters/released',
      ({ text }) => !text.includes('mutation_lock'),
      'the reservation to be gone',
    );
    await world.idle();
    expect(await world.lock('released')).toBeUndefined();
    expect(await replicas('released')).toBe(3);
  });

  test('a reply lost at any write of a change has one effect and leaves none behind', async () => {
    for (let nth = 1; nth <= 3; nth++) {
      let count = 0;
      world.proxy.strike(({ method }) =>
        method === 'PATCH' && ++count === nth ? 'reply lost' : undefined,
      );
      expect((await scale('released')).status).toBe(204);
      expect(await world.lock('released')).toBeUndefined();
    }
  });
});
