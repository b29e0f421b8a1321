import { describe, expect, test } from '@jest/globals';
import { type DrainPod, type EvictionOutcome, projectDrainPod } from '@slipway/capi';
import { aPod } from '@slipway/capi/builders';
import { type CallContext, type DrainStep, interrupted, Refusal } from '@slipway/contracts';
import { CaptureLogger, ManualClock } from '@slipway/service/testing';
import { away, FakeWorkload, forbidden, rejected } from '../testing/fake-workload.js';
import { NodeDrain } from './node-drain.js';
import { type NodeTargets } from './node-targets.js';
import { type WorkloadNodes } from './workload-nodes.js';

const node = 'worker-1';
const aReplica = (name: string): DrainPod =>
  projectDrainPod(aPod(name).onNode(node).ownedBy('ReplicaSet', 'web').uid(name).build())!;
const budgetMessage = 'the disruption budget web-pdb needs 2 healthy pods and has 2 currently';
const budgeted = rejected(429, 'Cannot evict pod', [
  { reason: 'DisruptionBudget', message: budgetMessage },
]);

describe('a drain', () => {
  test('cordons, evicts each pod once and tells each step once', async () => {
    const world = aWorld(aReplica('web-1'), aReplica('web-2'));
    const stays = world.workload.keep('web-2');
    const drain = world.drain();
    await world.clock.advance(10_000);
    stays.leave();
    await world.clock.advance(1_000);
    await drain;
    expect(world.workload.cordons).toEqual([true]);
    expect(world.workload.evicted).toEqual(['web-1', 'web-2']);
    expect(world.told()).toEqual([
      'cordoned',
      'evicting app/web-1',
      'evicting app/web-2',
      'waiting app/web-1',
      'waiting app/web-2',
      'evicted app/web-1',
      'evicted app/web-2',
    ]);
    expect(world.clock.pending).toBe(0);
  });

  test('lists the pods once a round, and looks every second while pods leave', async () => {
    const world = aWorld(aReplica('web-1'));
    const stays = world.workload.keep('web-1');
    const drain = world.drain();
    await world.clock.advance(4_999);
    expect(world.workload.lists).toBe(5);
    stays.leave();
    await world.clock.advance(1);
    await drain;
    expect(world.workload.lists).toBe(6);
  });

  test('asks for ten evictions at a time', async () => {
    const world = aWorld(...Array.from({ length: 35 }, (_, index) => aReplica(`web-${index}`)));
    const release = world.workload.holdEvictions();
    const drain = world.drain();
    await world.clock.advance(0);
    expect(world.workload.evicted).toHaveLength(10);
    release();
    await world.clock.advance(1_000);
    await drain;
    expect(world.workload.evicted).toHaveLength(35);
    expect(world.workload.mostAtOnce).toBe(10);
  });

  test('tries a held pod again after five seconds and tells why it waits', async () => {
    const world = aWorld(aReplica('web-1'));
    const answers: EvictionOutcome[] = [budgeted];
    world.workload.answer = () => answers.shift();
    const drain = world.drain();
    await world.clock.advance(4_999);
    expect(world.steps.at(-1)).toEqual({
      step: 'waiting',
      pod: 'app/web-1',
      message: budgetMessage,
    });
    expect(world.workload.evicted).toEqual(['web-1']);
    await world.clock.advance(1_001);
    await drain;
    expect(world.workload.evicted).toEqual(['web-1', 'web-1']);
  });

  test.each([
    ['each list', (workload: FakeWorkload) => (workload.onList = away)],
    ['the cluster', (workload: FakeWorkload) => (workload.onEnter = away)],
    ['each eviction', (workload: FakeWorkload) => (workload.answer = away)],
  ])('goes on after %s could not be reached between two rounds', async (_, strike) => {
    const world = aWorld(aReplica('web-1'), aReplica('web-2'));
    const pods = [world.workload.keep('web-1'), world.workload.keep('web-2')];
    world.workload.answer = () => budgeted;
    const drain = world.drain();
    await world.clock.advance(1);
    world.workload.answer = () => undefined;
    strike(world.workload);
    await world.clock.advance(20_000);
    expect(world.log.messages('warn').length).toBeGreaterThan(10);
    world.workload.calm();
    for (const pod of pods) pod.leave();
    await world.clock.advance(2_000);
    await drain;
    expect(world.told().at(-1)).toBe('evicted app/web-2');
  });

  test('begins no further eviction once one could not be sent', async () => {
    const world = aWorld(...Array.from({ length: 35 }, (_, index) => aReplica(`web-${index}`)));
    const release = world.workload.holdEvictions();
    world.workload.answer = ({ name }) => (name === 'web-0' ? away() : undefined);
    const drain = world.drain({ timeout_seconds: 1 });
    await world.clock.advance(0);
    release();
    await world.clock.advance(999);
    // The other nine may have begun one more before they heard of it.
    expect(world.workload.evicted.length).toBeLessThan(20);
    await world.clock.advance(1);
    expect(await drain).toMatchObject({ kind: { code: 'drain-deadline' } });
  });

  test.each<[string, (workload: FakeWorkload) => unknown, object]>([
    [
      'an eviction is forbidden',
      (workload) => (workload.answer = () => rejected(403, 'cannot create resource')),
      {
        kind: { code: 'workload-unavailable' },
        message: /eviction of pod app\/web-1 is forbidden/,
      },
    ],
    [
      'listing is forbidden',
      (workload) => (workload.onList = forbidden),
      { kind: { code: 'workload-unavailable' }, message: /forbidden to list pods/ },
    ],
    [
      'an eviction is refused for good',
      (workload) => (workload.answer = () => rejected(422, 'invalid')),
      { kind: { code: 'kubernetes-refused' }, message: /eviction of pod app\/web-1.*invalid/ },
    ],
    [
      'a pod has two budgets',
      (workload) =>
        (workload.answer = () =>
          unknown(500, 'This pod has more than one PodDisruptionBudget, which is unsupported')),
      { kind: { code: 'drain-blocked' }, message: /app\/web-1.*stays cordoned/ },
    ],
    [
      'the Node is gone and a pod is not',
      (workload) => (workload.isThere = false),
      { kind: { code: 'node-not-found' }, message: /worker-1/ },
    ],
  ])('ends at once when %s', async (_, strike, refusal) => {
    const world = aWorld(aReplica('web-1'));
    strike(world.workload);
    const drain = world.drain();
    await world.clock.advance(0);
    const { kind, message } = refusal as { kind: object; message: RegExp };
    const refused = await drain;
    expect(refused).toMatchObject({ kind });
    expect((refused as Refusal).message).toMatch(message);
    expect(world.clock.pending).toBe(0);
  });

  test('is done without the Node once no pod is left', async () => {
    const world = aWorld();
    world.workload.isThere = false;
    await expect(world.drain()).resolves.toBeUndefined();
  });

  test('evicts nothing while one pod blocks, and names every reason', async () => {
    const unmanaged = projectDrainPod(aPod('alone').onNode(node).build())!;
    const world = aWorld(aReplica('web-1'), unmanaged);
    const refused = (await world.drain()) as Refusal;
    expect(refused.message).toBe(
      '1 pod blocks the drain of node "worker-1": without a controller that would replace them ' +
        '(set force to evict them all the same): app/alone. The Node stays cordoned.',
    );
    expect(world.workload.evicted).toEqual([]);
    expect(world.workload.cordons).toEqual([true]);
  });
});

describe('the end of its time', () => {
  test.each<[string, (world: World) => unknown, string]>([
    [
      'names what is left and why',
      ({ workload }) => {
        workload.keep('web-1');
        workload.answer = ({ name }) => (name === 'web-2' ? budgeted : undefined);
      },
      `still there: app/web-1 (it is still terminating), app/web-2 (${budgetMessage})`,
    ],
    [
      'says that the pods were never seen',
      ({ workload }) => (workload.onEnter = away),
      'its pods could not be listed in time',
    ],
  ])('%s', async (_, strike, what) => {
    const world = aWorld(aReplica('web-1'), aReplica('web-2'));
    const drain = world.drain({ timeout_seconds: 7 });
    strike(world);
    await world.clock.advance(6_999);
    expect(world.ended).toBe(false);
    await world.clock.advance(1);
    const refused = (await drain) as Refusal;
    expect(refused.kind).toMatchObject({ code: 'drain-deadline', status: 504 });
    expect(refused.message).toBe(
      `the drain of node "worker-1" took more than 7 s; ${what}. The Node stays cordoned; repeat to continue.`,
    );
    expect(world.workload.cordons).toEqual([true]);
    expect(world.clock.pending).toBe(0);
  });

  test('is 300 s when none is given', async () => {
    const world = aWorld(aReplica('web-1'));
    world.workload.keep('web-1');
    const drain = world.drain({ timeout_seconds: 0 });
    await world.clock.advance(299_999);
    expect(world.ended).toBe(false);
    await world.clock.advance(1);
    expect(await drain).toMatchObject({ kind: { code: 'drain-deadline' } });
  });
});

test('a caller who leaves ends the drain at once', async () => {
  const world = aWorld(aReplica('web-1'));
  world.workload.keep('web-1');
  const drain = world.drain();
  await world.clock.advance(2_500);
  const { lists } = world.workload;
  world.leave();
  expect(await drain).toMatchObject({
    kind: { code: 'interrupted' },
    message:
      'the drain of node "worker-1" was interrupted. The Node stays cordoned; repeat to continue.',
  });
  await world.clock.advance(10_000);
  expect(world.workload.lists).toBe(lists);
  expect(world.clock.pending).toBe(0);
});

type World = ReturnType<typeof aWorld>;

function unknown(code: number, message: string): EvictionOutcome {
  return { outcome: 'unknown', because: message, status: { code, message } };
}

/** A Node with Pods; a drain that is refused resolves to its refusal. */
function aWorld(...pods: readonly DrainPod[]) {
  const clock = new ManualClock();
  const log = new CaptureLogger();
  const workload = new FakeWorkload(pods);
  const steps: DrainStep[] = [];
  const caller = new AbortController();
  const drains = new NodeDrain({
    targets: { find: async () => ({ cluster: 'demo', node }) } as unknown as NodeTargets,
    workload: workload as unknown as WorkloadNodes,
    clock,
    logger: log,
  });
  const call = { requestId: 'r', traceparent: 't', signal: caller.signal } as CallContext;
  const world = {
    clock,
    log,
    workload,
    steps,
    ended: false,
    leave: () => caller.abort(interrupted({ because: 'the caller has left' })),
    told: () => steps.map(({ step, pod }) => [step, ...(pod ? [pod] : [])].join(' ')),
    drain: async (params: object = {}): Promise<unknown> => {
      try {
        await drains.drain({ cluster: 'demo', node: 'demo-1', params }, call, async (step) => {
          steps.push(step);
        });
        return undefined;
      } catch (error) {
        if (error instanceof Refusal) return error;
        throw error;
      } finally {
        world.ended = true;
      }
    },
  };
  return world;
}
