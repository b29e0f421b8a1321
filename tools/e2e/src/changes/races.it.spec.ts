import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { kinds } from '@slipway/capi';
import { sampleCreation } from '@slipway/capi/builders';
import { type Cluster } from '@slipway/contracts';
import { KubeRefusal, realServers } from '@slipway/testing';
import { ChangesWorld, lockKey, type Reply, upgradeKey } from './changes-world.js';
import { isWrite, type Recorded } from './recording-proxy.js';

const { kubeconfig } = realServers();
const suite = kubeconfig ? describe : describe.skip;

const rounds = Array.from({ length: 50 }, (_, round) => round);
const lanes = 5;

suite('of two changes at once one wins, the other is refused, and no reservation stays', () => {
  let world: ChangesWorld;
  const meetings = new Map<string, Meeting>();

  beforeAll(async () => {
    world = await ChangesWorld.start(kubeconfig!);
    await world.configure();
    world.proxy.strike((request) => meetings.get(clusterOf(request))?.passes(request));
  }, 60_000);
  afterEach(() => meetings.clear());
  afterAll(() => world?.stop(), 30_000);

  /** Both at once, in either order; every second time so that they surely meet. */
  async function race<T>(
    name: string,
    round: number,
    [one, other]: readonly [() => Promise<T>, () => Promise<T>],
  ): Promise<[T, T]> {
    const meeting = new Meeting();
    if (round % 2 === 0) meetings.set(name, meeting);
    const reversed = Math.random() < 0.5;
    const running = reversed ? [other(), one()] : [one(), other()];
    void Promise.race(running).then(() => meeting.oneIsAnswered());
    const [first, second] = (await Promise.all(running)) as [T, T];
    meetings.delete(name);
    return reversed ? [second, first] : [first, second];
  }

  /** Who has won. Changes that didn't meet may both have; that they took turns their effects must show. */
  function winners(replies: readonly Reply[], round: number): boolean[] {
    const won = replies.map(({ status }) => status < 300);
    for (const { status, text } of replies)
      if (status >= 300) expect({ status, text }).toMatchObject({ status: 409 });
    const least = won.filter(Boolean).length;
    expect(least).toBeGreaterThanOrEqual(1);
    if (round % 2 === 0) expect(least).toBe(1);
    return won;
  }

  const replicas = async (name: string) =>
    ((await world.find(kinds.machineDeployment, `${name}-md-0`))!.spec as { replicas: number })
      .replicas;
  const scale = (name: string, count: number) => () =>
    world.send(`PUT /kubernetes/clusters/${name}/workers/replicas`, { replicas: count });
  const free = async (name: string) => expect(await world.lock(name)).toBeUndefined();

  test('two scales', async () => {
    await inLanes(async (round, lane) => {
      const name = `scales-${lane}`;
      if (round < lanes) await world.addCluster(name, { controlPlane: null });
      const counts = [10 + 2 * round, 11 + 2 * round] as const;
      const replies = await race(name, round, [scale(name, counts[0]), scale(name, counts[1])]);
      const won = winners(replies, round);
      expect(counts.filter((_, index) => won[index])).toContain(await replicas(name));
      await free(name);
    });
  }, 60_000);

  test('a scale and a deletion', async () => {
    await inLanes(async (round) => {
      const name = `deleted-${round}`;
      await world.addCluster(name, { controlPlane: null });
      const remove = () => world.send(`DELETE /kubernetes/clusters/${name}`);
      const [scaled, deleted] = winners(await race(name, round, [scale(name, 7), remove]), round);
      const { metadata } = (await world.find(kinds.cluster, name))!;
      expect(metadata.deletionTimestamp !== undefined).toBe(deleted);
      expect(await replicas(name)).toBe(scaled ? 7 : 2);
      await free(name);
    });
  }, 60_000);

  test('two creations of one name', async () => {
    await inLanes(async (round) => {
      const name = `created-${round}`;
      const create = (user: string) => () =>
        world.send('POST /kubernetes/clusters', {
          ...sampleCreation,
          name,
          created_by_xo_user_id: user,
        });
      const replies = await race(name, 1, [create('one'), create('other')]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { text } = replies.find(({ status }) => status === 200)!;
      const cluster = (await world.find(kinds.cluster, name))!;
      expect((JSON.parse(text) as Cluster).created_by_xo_user_id).toBe(
        cluster.metadata.annotations!['vmk.vates.tech/created-by-xo-user-id'],
      );
      expect(cluster.spec).not.toHaveProperty('paused');
      await free(name);
    });
  }, 60_000);

  test('a pause and an upgrade', async () => {
    await inLanes(async (round, lane) => {
      const name = `upgraded-${lane}`;
      if (round < lanes) await world.addCluster(name, { deployments: [], controlPlane: null });
      const pause = () => world.send(`POST /kubernetes/clusters/${name}/reconciliation/pause`);
      const [paused, upgraded] = winners(await race(name, round, [pause, upgrade(name)]), round);
      const { metadata, spec } = (await world.find(kinds.cluster, name))!;
      expect((spec as { paused?: boolean }).paused ?? false).toBe(paused);
      expect(metadata.annotations?.[upgradeKey] !== undefined).toBe(upgraded);
      await free(name);
      await world.patch(kinds.cluster, name, {
        metadata: { annotations: { [upgradeKey]: null } },
        spec: { paused: null },
      });
    });
  }, 60_000);

  /** As whoever upgrades takes the cluster: by the version that was read, unless it is reserved. */
  const upgrade = (name: string) => async () => {
    const { metadata } = (await world.find(kinds.cluster, name))!;
    const refused = { status: 409, text: 'refused' } as Reply;
    await meetings.get(name)?.hasRead();
    if (metadata.annotations?.[lockKey] !== undefined) return refused;
    const { resourceVersion } = metadata;
    const operation = {
      id: 'u',
      version: 'v1.36.9',
      previous_version: 'v1.36.8',
      created_at: '2026-10-22T09:00:00Z',
    };
    const annotations = { [upgradeKey]: JSON.stringify(operation) };
    try {
      await world.patch(kinds.cluster, name, { metadata: { annotations, resourceVersion } });
      return { status: 204, text: '' } as Reply;
    } catch (error) {
      if (error instanceof KubeRefusal && error.status === 409) return refused;
      throw error;
    }
  };
});

/** Lets two changes of one cluster meet: both read it before either writes, and the winner waits for the loser. */
class Meeting {
  #reads = 0;
  #allRead: () => void = () => undefined;
  #answered: () => void = () => undefined;
  readonly #bothHaveRead = new Promise<void>((resolve) => (this.#allRead = resolve));
  readonly #oneAnswered = new Promise<void>((resolve) => (this.#answered = resolve));

  hasRead(): Promise<void> {
    if (++this.#reads >= 2) this.#allRead();
    return this.#bothHaveRead;
  }

  oneIsAnswered(): void {
    this.#answered();
  }

  async passes(request: Recorded): Promise<undefined> {
    if (!isWrite(request)) return void (request.path.includes('/clusters/') && void this.hasRead());
    if (isReservation(request)) await this.#bothHaveRead;
    else await this.#oneAnswered;
    return undefined;
  }
}

const isReservation = ({ body }: Recorded) =>
  typeof (body as { metadata?: { annotations?: Record<string, unknown> } }).metadata?.annotations?.[
    lockKey
  ] === 'string';

/** The cluster that a request is about. */
const clusterOf = ({ path }: Recorded): string =>
  path
    .split('/')
    .at(-1)!
    .replace(/-md-0$/, '');

/** All rounds, several at a time, each lane with its own in order. */
async function inLanes(work: (round: number, lane: number) => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (const round of rounds) if (round % lanes === lane) await work(round, lane);
    }),
  );
}
