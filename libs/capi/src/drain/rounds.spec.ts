import { describe, expect, test } from '@jest/globals';
import { aPod } from '../builders/index.js';
import {
  endRound,
  nextRound,
  projectDrainPod,
  type DrainFlags,
  type DrainPod,
  type EvictionVerdict,
  type OpenRound,
} from './index.js';

const flags: DrainFlags = { ignore_daemon_sets: true, delete_empty_dir_data: false, force: false };
const pod = (name: string, change = (each: ReturnType<typeof aPod>) => each): DrainPod =>
  projectDrainPod(change(aPod(name).onNode('worker-1').ownedBy('ReplicaSet', 'web')).build())!;
const [a, b, c] = [pod('a'), pod('b'), pod('c')];
const leavingA: DrainPod = { ...a, isDeleting: true };
const daemon = pod('cni', (each) => each.ownedBy('DaemonSet', 'cni'));

const opened = (pods: readonly DrainPod[], more = {}): OpenRound => {
  const round = nextRound({ pods, flags, now: 0, ...more });
  if (round.step !== 'evict') throw new Error(`the round is ${round.step}`);
  return round;
};
const accepted: EvictionVerdict = { act: 'accepted' };
const budget: EvictionVerdict = { act: 'retry', afterMilliseconds: 5000, because: 'budget' };

describe('nextRound', () => {
  test('sorts the Pods by what is to be done with them', () => {
    expect(opened([a, { ...b, isDeleting: true }, daemon])).toEqual({
      step: 'evict',
      evict: [a],
      leaving: [{ ...b, isDeleting: true }],
      held: [],
      skipped: [{ pod: daemon, because: 'daemon-set' }],
    });
  });

  test.each([
    ['an empty Node', []],
    ['a Node with skipped Pods alone', [daemon, { ...a, isFinished: true }]],
  ])('%s is drained', (_case, pods) => {
    expect(nextRound({ pods, flags, now: 0 })).toEqual({ step: 'done' });
  });

  test('names every blocking Pod and evicts nothing beside them, in whichever round', () => {
    const bare = { ...b, controller: undefined };
    const local = { ...c, hasEmptyDir: true };
    const hindrances = new Map([[a.uid, { until: 0, because: 'budget' }]]);
    expect(nextRound({ pods: [a, bare, local], flags, hindrances, now: 9000 })).toEqual({
      step: 'blocked',
      blocked: [
        { pod: bare, because: ['unmanaged'] },
        { pod: local, because: ['empty-dir'] },
      ],
    });
  });

  test('a hindered Pod is held until its time has come', () => {
    const hindrances = new Map([[a.uid, { until: 5000, because: 'budget' }]]);
    expect(opened([a, b], { hindrances, now: 4999 })).toMatchObject({
      evict: [b],
      held: [{ pod: a, until: 5000, because: 'budget' }],
    });
    expect(opened([a, b], { hindrances, now: 5000 })).toMatchObject({ evict: [a, b], held: [] });
  });

  test('a Pod that came under the name of another is not hindered by it', () => {
    const hindrances = new Map([[a.uid, { until: 5000, because: 'budget' }]]);
    const successor = { ...a, uid: 'another' };
    expect(opened([successor], { hindrances })).toMatchObject({ evict: [successor], held: [] });
  });

  test('a hindered Pod that leaves by itself is waited for', () => {
    const hindrances = new Map([[a.uid, { until: 5000, because: 'budget' }]]);
    expect(opened([leavingA], { hindrances })).toMatchObject({ leaving: [leavingA], held: [] });
  });
});

describe('endRound', () => {
  test('accepted Pods are looked for after a second, hindered ones kept for later', () => {
    const round = opened([a, b, c]);
    const answers = [
      [a, accepted],
      [b, budget],
      [c, { act: 'gone' }],
    ] as const;
    expect(endRound({ round, answers, now: 100 })).toEqual({
      step: 'again',
      pauseMilliseconds: 1000,
      hindrances: new Map([[b.uid, { until: 5100, because: 'budget' }]]),
      remaining: [
        { pod: a, because: 'it is still terminating' },
        { pod: b, because: 'budget' },
      ],
    });
  });

  test('a Pod that changed meanwhile is looked at again, and tried again', () => {
    const end = endRound({ round: opened([a]), answers: [[a, { act: 'recheck' }]], now: 0 });
    if (end.step !== 'again') throw new Error(end.step);
    expect(end.pauseMilliseconds).toBe(1000);
    expect(opened([a], { hindrances: end.hindrances, now: 1000 }).evict).toEqual([a]);
  });

  test.each<
    [string, readonly DrainPod[], readonly (readonly [DrainPod, EvictionVerdict])[], number]
  >([
    ['at once when nothing is waited for', [a], [[a, { act: 'gone' }]], 0],
    ['a second for what leaves', [leavingA], [], 1000],
    ['until the budget may have room', [a], [[a, budget]], 5000],
    [
      'a second for what leaves beside a budget',
      [a, b],
      [
        [a, accepted],
        [b, budget],
      ],
      1000,
    ],
  ])('pauses %s', (_case, pods, answers, pauseMilliseconds) => {
    const end = endRound({ round: opened(pods), answers, now: 0 });
    expect(end).toMatchObject({ step: 'again', pauseMilliseconds });
  });

  test('what was held stays held, and its pause is what is left of it', () => {
    const hindrances = new Map([[a.uid, { until: 5000, because: 'budget' }]]);
    const round = opened([a], { hindrances, now: 4000 });
    const end = endRound({ round, answers: [], now: 4100 });
    expect(end).toMatchObject({ step: 'again', pauseMilliseconds: 900, hindrances });
  });

  test('Pods under several budgets end the drain, all named', () => {
    const answers = [
      [a, { act: 'misconfigured' }],
      [b, accepted],
      [c, { act: 'misconfigured' }],
    ] as const;
    expect(endRound({ round: opened([a, b, c]), answers, now: 0 })).toEqual({
      step: 'blocked',
      blocked: [a, c].map((each) => ({ pod: each, because: ['several-budgets'] })),
    });
  });

  test.each(['forbidden', 'refused'] as const)('an eviction that is %s ends the drain', (act) => {
    const answers = [
      [a, accepted],
      [b, { act, because: 'no' }],
      [c, { act, because: 'neither' }],
    ] as const;
    expect(endRound({ round: opened([a, b, c]), answers, now: 0 })).toEqual({
      step: 'failed',
      act,
      pod: b,
      because: 'no',
    });
  });
});

test('a drain, round by round: a budget holds one Pod, another comes meanwhile, all leave', () => {
  const story: [fresh: DrainPod[], answers: Record<string, EvictionVerdict>, evicted: string[]][] =
    [
      [[a, b, daemon], { a: accepted, b: budget }, ['a', 'b']],
      [[leavingA, b, daemon], {}, []],
      [[b, c, daemon], { c: accepted }, ['c']],
      [[b, daemon], { b: accepted }, ['b']],
    ];
  let now = 0;
  let hindrances: ReadonlyMap<string, { until: number; because: string }> = new Map();
  const pauses: number[] = [];
  for (const [pods, verdicts, evicted] of story) {
    const round = opened(pods, { hindrances, now });
    expect(round.evict.map(({ name }) => name)).toEqual(evicted);
    const answers = round.evict.map((each) => [each, verdicts[each.name]!] as const);
    const end = endRound({ round, answers, now });
    if (end.step !== 'again') throw new Error(end.step);
    ({ hindrances } = end);
    pauses.push(end.pauseMilliseconds);
    now += pauses.length === 3 ? 3000 : end.pauseMilliseconds;
  }
  expect(pauses).toEqual([1000, 1000, 1000, 1000]);
  expect(nextRound({ pods: [daemon], flags, hindrances, now })).toEqual({ step: 'done' });
});
