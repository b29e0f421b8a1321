import { beforeEach, describe, expect, test } from '@jest/globals';
import { type ChangeTarget, kinds } from '@slipway/capi';
import {
  mutationLockKey,
  outcomeUnknown,
  targetPaused,
  upgradeAnnotationKey,
} from '@slipway/contracts';
import { CaptureLogger, ManualClock } from '@slipway/service/testing';
import {
  type Call,
  codeOf,
  ManagementApi,
  namespace,
  type Strike,
} from '../testing/management-api.js';
import { aCall } from '../testing/world.js';
import { ManagementObjects } from './management-objects.js';
import { type LockedChange, MutationLocks } from './mutation-locks.js';

let api: ManagementApi;
let locks: MutationLocks;
let log: CaptureLogger;
/** The cluster as each work got it. */
let worked: ChangeTarget[];

beforeEach(() => {
  api = new ManagementApi();
  log = new CaptureLogger();
  worked = [];
  locks = new MutationLocks({
    objects: new ManagementObjects({
      cache: { rest: api.rest },
      namespace,
      timeout: 1_000,
      onWritten: () => undefined,
    }),
    owner: 'cluster-api-1',
    clock: new ManualClock(),
    logger: log,
  });
  api.put(kinds.cluster, { metadata: { name: 'demo' }, spec: {} });
});

const work = async (cluster: ChangeTarget) => {
  worked.push(cluster);
  return cluster as ChangeTarget | undefined;
};
const hold = (does: typeof work = work, more: Partial<LockedChange> = {}) =>
  codeOf(locks.hold({ cluster: 'demo', operation: 'scale workers', call: aCall(), ...more }, does));
const cluster = () => api.get(kinds.cluster, 'demo');
const annotations = (): Record<string, string> => cluster()?.metadata.annotations ?? {};
const held = () => annotations()[mutationLockKey];
const annotate = (key: string, value: string) =>
  api.change(kinds.cluster, 'demo', { metadata: { annotations: { [key]: value } } });
const isTaking = ({ verb, body }: Call) =>
  verb === 'patch' && JSON.stringify(body).includes('cluster-api-1');
const isReleasing = ({ verb, body }: Call) => verb === 'patch' && !isTaking({ verb, body } as Call);

describe('a reservation', () => {
  test('is one annotation while the work runs, names who does what, and is gone afterwards', async () => {
    let during = '';
    const code = await hold(async (got) => {
      during = held()!;
      expect(got.metadata.resourceVersion).toBe(cluster()!.metadata.resourceVersion);
      return got;
    });
    expect(code).toBe('done');
    expect(JSON.parse(during)).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-/),
      operation: 'scale workers',
      owner: 'cluster-api-1',
      acquired_at: '2026-10-22T10:00:00.000Z',
    });
    expect(cluster()!.metadata.annotations).toEqual({});
    expect(api.calls.map(({ verb }) => verb)).toEqual(['get', 'patch', 'patch']);
    expect(log.lines).toEqual([]);
  });

  test('carries the id of the operation that it belongs to', async () => {
    let during = '';
    const call = { ...aCall(), operationId: 'operation-1' };
    await hold(async (got) => ((during = held()!), got), { call });
    expect(JSON.parse(during)).toMatchObject({ id: 'operation-1' });
  });

  test('keeps the annotations and labels of others', async () => {
    annotate('note', 'x');
    await hold();
    expect(annotations()).toEqual({ note: 'x' });
  });

  const operation = {
    id: 'f1',
    version: 'v1.36.9',
    previous_version: 'v1.36.8',
    created_at: '2026-10-22T10:00:00Z',
  };
  const lock = {
    id: 'l1',
    operation: 'delete cluster',
    owner: 'cluster-api-2',
    acquired_at: '2026-10-22T09:00:00Z',
  };
  test.each<[string, string, string, string]>([
    ['another change', mutationLockKey, JSON.stringify(lock), 'mutation-locked'],
    ['nobody knows who', mutationLockKey, 'not json', 'mutation-locked'],
    ['nobody knows who, by an empty text', mutationLockKey, '', 'mutation-locked'],
    ['an upgrade', upgradeAnnotationKey, JSON.stringify(operation), 'upgrade-locked'],
    ['an upgrade that cannot be read', upgradeAnnotationKey, '{}', 'upgrade-locked'],
  ])('is refused while %s holds the cluster, whose mark stays', async (_, key, value, code) => {
    annotate(key, value);
    expect(await hold()).toBe(code);
    expect(annotations()).toEqual({ [key]: value });
    expect(api.writes).toEqual([]);
    expect(worked).toEqual([]);
  });

  test('tells who holds the cluster', async () => {
    annotate(mutationLockKey, JSON.stringify(lock));
    const refused = locks.hold({ cluster: 'demo', operation: 'x', call: aCall() }, work);
    await expect(refused).rejects.toThrow(
      'cluster "demo" is reserved by "delete cluster" of cluster-api-2 since 2026-10-22T09:00:00Z (lock l1)',
    );
  });

  test('passes a completed upgrade', async () => {
    const completed = { ...operation, completed_at: '2026-10-22T11:00:00Z' };
    annotate(upgradeAnnotationKey, JSON.stringify(completed));
    expect(await hold()).toBe('done');
  });

  test('is not taken for what the cluster itself refuses, nor of one that is gone', async () => {
    const unless = () => targetPaused({ target: 'cluster "demo"' });
    expect(await hold(work, { unless })).toBe('target-paused');
    api.take(kinds.cluster, 'demo');
    expect(await hold()).toBe('cluster-not-found');
    expect(api.writes).toEqual([]);
  });
});

describe('while the cluster moves', () => {
  const status = () =>
    api.change(kinds.cluster, 'demo', { status: { phase: String(Math.random()) } });
  const spec = () => api.change(kinds.cluster, 'demo', { spec: { replicas: Math.random() } });
  const taking = (...moves: (() => void)[]) => {
    api.play((call) => void (isTaking(call) && moves.shift()?.()));
  };

  test.each<[string, (() => void)[], string, number]>([
    ['its status alone is no hindrance', [status, status], 'done', 3],
    ['its status without end gives up', [status, status, status], 'changed-meanwhile', 3],
    ['its spec was what the change was decided on', [spec], 'changed-meanwhile', 1],
    [
      'another that reserves it has won',
      [() => annotate(mutationLockKey, 'other')],
      'mutation-locked',
      1,
    ],
    [
      'one that is gone is not found',
      [() => api.take(kinds.cluster, 'demo')],
      'cluster-not-found',
      1,
    ],
  ])('%s', async (_, moves, code, tries) => {
    taking(...moves);
    expect(await hold()).toBe(code);
    expect(api.calls.filter(isTaking)).toHaveLength(tries);
    expect(held()).toBe(code === 'mutation-locked' ? 'other' : undefined);
    expect(worked).toHaveLength(code === 'done' ? 1 : 0);
  });

  test.each([0, 1, 9])('letting go outlasts %i changes of it', async (times) => {
    let left = times;
    api.play((call) => void (isReleasing(call) && left-- > 0 && spec()));
    expect(await hold()).toBe('done');
    expect(held()).toBeUndefined();
  });

  test('the work may leave it at an older version, or changed', async () => {
    expect(await hold(async (got) => (status(), got))).toBe('done');
    expect(held()).toBeUndefined();
  });
});

describe('of two that want the cluster at once', () => {
  test('one works, the other is told who does', async () => {
    let free: () => void = () => undefined;
    const busy = new Promise<void>((resolve) => (free = resolve));
    const waiting = async (got: ChangeTarget) => (await busy, work(got));
    const results = [hold(waiting), hold(waiting)];
    // The loser can only end before the winner does.
    const first = await Promise.race(results);
    free();
    expect(first).toBe('mutation-locked');
    expect((await Promise.all(results)).sort()).toEqual(['done', 'mutation-locked']);
    expect(worked).toHaveLength(1);
    expect(held()).toBeUndefined();
  });
});

describe('taking with lost messages', () => {
  test.each<[string, readonly Strike[], string, boolean]>([
    ['a lost reply is found done', ['reply lost'], 'done', false],
    ['a lost request is sent again', ['request lost'], 'done', false],
    ['a server that is away was not asked', ['unsent'], 'management-unavailable', false],
    [
      'three lost requests are an unknown outcome',
      Array(3).fill('request lost'),
      'outcome-unknown',
      false,
    ],
    ['a refusal is one', [{ code: 403, message: 'forbidden' }], 'kubernetes-refused', false],
  ])('%s', async (_, faults, code, left) => {
    api.strike(...faults);
    expect(await hold()).toBe(code);
    expect(worked).toHaveLength(code === 'done' ? 1 : 0);
    expect(held() !== undefined).toBe(left);
  });

  test('F5: a reservation that may have been made is neither worked under nor taken back', async () => {
    api.play((call) =>
      isTaking(call)
        ? 'reply lost'
        : call.verb === 'get' && api.writes.length > 0
          ? 'unsent'
          : undefined,
    );
    expect(await hold()).toBe('outcome-unknown');
    expect(worked).toEqual([]);
    expect(held()).toBeDefined();
    expect(log.messages('error')).toEqual(['a mutation lock is kept']);
  });
});

describe('letting go', () => {
  const releasing = (...faults: readonly Strike[]) => {
    const left = [...faults];
    api.play((call) => {
      if (!isReleasing(call)) return undefined;
      const fault = left.shift();
      return typeof fault === 'function' ? fault() : fault;
    });
  };

  test.each<[string, readonly Strike[], boolean]>([
    ['survives a lost reply', ['reply lost'], false],
    ['survives a lost request', ['request lost'], false],
    ['fails and is logged while the server is away', ['unsent'], true],
    ['fails and is logged when it is refused', [{ code: 403, message: 'forbidden' }], true],
    ['fails and is logged when nobody knows', Array(3).fill('request lost'), true],
  ])('%s; the work is done all the same', async (_, faults, left) => {
    releasing(...faults);
    expect(await hold()).toBe('done');
    expect(held() !== undefined).toBe(left);
    expect(log.messages('error')).toEqual(left ? ['a mutation lock could not be removed'] : []);
    if (left)
      expect(log.lines[0]!.fields).toMatchObject({
        cluster: 'demo',
        lock: { operation: 'scale workers' },
      });
  });

  test.each<[string, () => void]>([
    [
      'what an operator has removed',
      () => api.change(kinds.cluster, 'demo', { metadata: { annotations: null } }),
    ],
    ['what another has taken since', () => annotate(mutationLockKey, 'other')],
    [
      'a cluster made anew under the name',
      () => {
        api.take(kinds.cluster, 'demo');
        api.put(kinds.cluster, {
          metadata: { name: 'demo', annotations: { [mutationLockKey]: 'other' } },
        });
      },
    ],
    ['a cluster that is gone', () => api.take(kinds.cluster, 'demo')],
  ])('leaves %s alone', async (_, happens) => {
    const before = await hold(async (got) => (happens(), got));
    expect(before).toBe('done');
    expect([undefined, 'other']).toContain(held());
    expect(log.lines).toEqual([]);
  });

  test('is left out for a cluster that its own work has removed', async () => {
    expect(await hold(async () => (api.take(kinds.cluster, 'demo'), undefined))).toBe('done');
    expect(api.writes).toHaveLength(1);
  });
});

describe('work that fails', () => {
  test('with a definite refusal frees the cluster', async () => {
    const refuse = () => Promise.reject(targetPaused({ target: 'it' }));
    expect(await hold(refuse)).toBe('target-paused');
    expect(held()).toBeUndefined();
  });

  test('F5: with an unknown outcome keeps the cluster reserved, and the log tells why', async () => {
    const unknown = () => Promise.reject(outcomeUnknown({ what: 'it', because: 'lost' }));
    expect(await hold(unknown)).toBe('outcome-unknown');
    expect(JSON.parse(held()!)).toMatchObject({ owner: 'cluster-api-1' });
    expect(log.messages('error')).toEqual(['a mutation lock is kept']);
    expect(await hold()).toBe('mutation-locked');
  });

  test('by a defect keeps the cluster reserved: nobody knows what it has done', async () => {
    const broken = () => Promise.reject(new TypeError('a defect'));
    await expect(hold(broken)).rejects.toThrow('a defect');
    expect(held()).toBeDefined();
    expect(log.messages('error')).toEqual(['a mutation lock is kept']);
  });
});

describe('a caller that leaves', () => {
  const leaving = (when: (call: Call) => boolean) => {
    const caller = new AbortController();
    api.play((call) => void (when(call) && caller.abort(new Error('left'))));
    return { call: aCall(caller.signal) };
  };

  test('before the first read ends it there', async () => {
    const call = aCall(AbortSignal.abort(new Error('left')));
    await expect(hold(work, { call })).rejects.toThrow('left');
    expect(api.writes).toEqual([]);
  });

  test('during the first read ends it there', async () => {
    await expect(
      hold(
        work,
        leaving(({ verb }) => verb === 'get'),
      ),
    ).rejects.toThrow('left');
    expect(api.writes).toEqual([]);
  });

  test.each<[string, (call: Call) => boolean]>([
    ['while the cluster is being reserved', isTaking],
    ['while it is being freed', isReleasing],
  ])('%s changes nothing: the work is done and the cluster free', async (_, when) => {
    expect(await hold(work, leaving(when))).toBe('done');
    expect(worked).toHaveLength(1);
    expect(held()).toBeUndefined();
  });

  test('during the work changes nothing either', async () => {
    const caller = new AbortController();
    const left = async (got: ChangeTarget) => (caller.abort(new Error('left')), work(got));
    expect(await hold(left, { call: aCall(caller.signal) })).toBe('done');
    expect(held()).toBeUndefined();
  });

  test('between two tries ends it there', async () => {
    const caller = new AbortController();
    api.play((call) => {
      if (!isTaking(call)) return;
      api.change(kinds.cluster, 'demo', { status: { phase: 'x' } });
      caller.abort(new Error('left'));
    });
    await expect(hold(work, { call: aCall(caller.signal) })).rejects.toThrow('left');
    expect(held()).toBeUndefined();
    expect(worked).toEqual([]);
  });
});
