import { beforeEach, describe, expect, test } from '@jest/globals';
import { type ChangeTarget, changeTarget, kinds } from '@slipway/capi';
import { clusterExists } from '@slipway/contracts';
import { codeOf, ManagementApi, namespace, type Strike } from '../testing/management-api.js';
import { ManagementObjects, type Written } from './management-objects.js';

let api: ManagementApi;
let objects: ManagementObjects;
let written: Written[];
let target: ChangeTarget;

beforeEach(() => {
  api = new ManagementApi();
  written = [];
  objects = new ManagementObjects({
    cache: { rest: api.rest },
    namespace,
    timeout: 1_000,
    onWritten: (each) => written.push(each),
  });
  target = changeTarget(
    api.put(kinds.cluster, {
      metadata: { name: 'demo', finalizers: ['f'] },
      spec: { replicas: 1 },
    }),
  );
});

const scaled = () => api.get(kinds.cluster, 'demo')?.spec as { replicas: number } | undefined;
const scale = (more: object = {}) =>
  objects.patch({
    kind: kinds.cluster,
    target,
    patch: { spec: { replicas: 3 } },
    shows: ({ spec }) => spec?.replicas === 3,
    ...more,
  });
const other = (patch: Record<string, unknown>) => (): undefined =>
  void api.change(kinds.cluster, 'demo', patch);
const note = { metadata: { annotations: { note: 'x' } } };

describe('a patch', () => {
  test.each<[string, readonly Strike[], string, number, number]>([
    ['is sent once when it is answered', [], 'done', 1, 3],
    ['is found done after a lost reply', ['reply lost'], 'done', 1, 3],
    ['is sent again after a lost request', ['request lost'], 'done', 2, 3],
    ['is found done behind a 500', [{ code: 500, message: 'late' }, 'reply lost'], 'done', 2, 3],
    [
      'is found done when the first try comes in before the second',
      ['request lost', () => api.arrive(api.writes[0]!)],
      'done',
      2,
      3,
    ],
    [
      'is unknown after three lost requests',
      Array(3).fill('request lost'),
      'outcome-unknown',
      3,
      1,
    ],
    ['is refused when another was faster', [other(note)], 'changed-meanwhile', 1, 1],
    [
      'is refused when another came between the tries',
      [() => (api.change(kinds.cluster, 'demo', note), 'request lost')],
      'changed-meanwhile',
      1,
      1,
    ],
    [
      'is refused when the object went between the tries',
      [() => (api.take(kinds.cluster, 'demo'), 'request lost')],
      'changed-meanwhile',
      1,
      0,
    ],
    ['was not sent: the server is away', ['unsent'], 'management-unavailable', 1, 1],
    [
      'may still arrive when only its second try was not sent',
      ['request lost', 'unsent'],
      'outcome-unknown',
      2,
      1,
    ],
    ['is refused', [{ code: 403, message: 'forbidden' }], 'kubernetes-refused', 1, 1],
  ])('%s', async (_, faults, code, writes, replicas) => {
    api.strike(...faults);
    expect(await codeOf(scale())).toBe(code);
    expect(api.writes).toHaveLength(writes);
    expect(scaled()?.replicas ?? 0).toBe(replicas);
  });

  test('holds what it was asked for and the version it was decided on, no more', async () => {
    await scale();
    expect(api.writes[0]!.body).toEqual({
      metadata: { resourceVersion: target.metadata.resourceVersion },
      spec: { replicas: 3 },
    });
  });

  test('that another has made meanwhile is done', async () => {
    api.strike(() => {
      api.change(kinds.cluster, 'demo', { spec: { replicas: 3 } });
      return 'request lost';
    });
    expect(await codeOf(scale())).toBe('done');
  });

  test('of an object that was made anew under its name is refused', async () => {
    api.strike(() => {
      api.take(kinds.cluster, 'demo');
      api.put(kinds.cluster, { metadata: { name: 'demo' }, spec: { replicas: 3 } });
      return 'request lost';
    });
    expect(await codeOf(scale())).toBe('changed-meanwhile');
  });

  test('whose object cannot be read again stays unknown', async () => {
    api.play(({ verb }) => (verb === 'get' ? 'unsent' : 'reply lost'));
    expect(await codeOf(scale())).toBe('outcome-unknown');
    expect(scaled()?.replicas).toBe(3);
  });

  test('means by a refusal what its caller says', async () => {
    api.strike({ code: 422, message: 'no' });
    const refused = () => clusterExists({ cluster: 'demo' });
    expect(await codeOf(scale({ refused }))).toBe('cluster-exists');
  });

  test('announces the object as written, refused ones nothing', async () => {
    api.strike({ code: 403, message: 'no' }, 'reply lost');
    await codeOf(scale());
    expect(written).toEqual([]);
    await scale();
    const { uid, resourceVersion } = api.get(kinds.cluster, 'demo')!.metadata;
    expect(written).toEqual([{ kind: kinds.cluster, name: 'demo', uid, resourceVersion }]);
  });
});

describe('a deletion', () => {
  const remove = () => objects.remove(kinds.cluster, target);
  const going = () => api.get(kinds.cluster, 'demo')?.metadata.deletionTimestamp !== undefined;

  test.each<[string, readonly Strike[], string, number, boolean]>([
    ['is sent once when it is answered', [], 'done', 1, true],
    ['is found done after a lost reply', ['reply lost'], 'done', 1, true],
    ['is sent again after a lost request', ['request lost'], 'done', 2, true],
    [
      'is unknown after three lost requests',
      Array(3).fill('request lost'),
      'outcome-unknown',
      3,
      false,
    ],
    ['is done when the object is gone', [() => api.take(kinds.cluster, 'demo')], 'done', 1, false],
    ['was not sent: the server is away', ['unsent'], 'management-unavailable', 1, false],
    [
      'may still arrive when its second try was not sent',
      ['request lost', 'unsent'],
      'outcome-unknown',
      2,
      false,
    ],
    ['is refused', [{ code: 403, message: 'forbidden' }], 'kubernetes-refused', 1, false],
  ])('%s', async (_, faults, code, writes, deleting) => {
    api.strike(...faults);
    expect(await codeOf(remove())).toBe(code);
    expect(api.writes).toHaveLength(writes);
    expect(going()).toBe(deleting);
  });

  test('names the incarnation: one made anew stays', async () => {
    api.strike(() => {
      api.take(kinds.cluster, 'demo');
      api.put(kinds.cluster, { metadata: { name: 'demo' } });
    });
    expect(await codeOf(remove())).toBe('changed-meanwhile');
    expect(api.get(kinds.cluster, 'demo')).toBeDefined();
    expect(api.writes[0]!.body).toMatchObject({ preconditions: { uid: target.metadata.uid } });
  });

  test('with an unknown outcome and another incarnation since is done', async () => {
    api.strike(() => {
      api.take(kinds.cluster, 'demo');
      api.put(kinds.cluster, { metadata: { name: 'demo' } });
      return 'reply lost';
    });
    expect(await codeOf(remove())).toBe('done');
    expect(api.get(kinds.cluster, 'demo')).toBeDefined();
  });

  test('of what is going already is done', async () => {
    await remove();
    expect(await codeOf(remove())).toBe('done');
  });
});

describe('reads', () => {
  test('tell what is not there from what cannot be read', async () => {
    expect(await objects.read(kinds.cluster, 'none')).toBeUndefined();
    api.play(() => ({ code: 403, message: 'forbidden' }));
    expect(await codeOf(objects.read(kinds.cluster, 'demo'))).toBe('kubernetes-refused');
    expect(await codeOf(objects.labelled(kinds.machineDeployment, 'demo'))).toBe(
      'kubernetes-refused',
    );
    api.play(() => 'reply lost');
    expect(await codeOf(objects.read(kinds.cluster, 'demo'))).toBe('management-unavailable');
  });

  test('end with the caller, in its own words', async () => {
    const caller = new AbortController();
    api.play(() => caller.abort(new Error('left')));
    await expect(objects.read(kinds.cluster, 'demo', caller.signal)).rejects.toThrow('left');
  });

  test('before the server is known are refused', async () => {
    const unready = new ManagementObjects({
      cache: { rest: undefined } as never,
      namespace,
      timeout: 1_000,
      onWritten: () => undefined,
    });
    expect(await codeOf(unready.read(kinds.cluster, 'demo'))).toBe('management-unavailable');
    const change = { kind: kinds.cluster, target, patch: {}, shows: () => true };
    expect(await codeOf(unready.patch(change))).toBe('management-unavailable');
  });
});
