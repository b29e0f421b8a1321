import { beforeEach, describe, expect, test } from '@jest/globals';
import { kinds, type PlannedObject } from '@slipway/capi';
import { clusterExists, managementUnavailable } from '@slipway/contracts';
import { ManagementObjects } from '../changes/index.js';
import {
  codeOf,
  type Fault,
  ManagementApi,
  namespace,
  type Strike,
} from '../testing/management-api.js';
import { PlannedObjects } from './planned-objects.js';

let api: ManagementApi;
let planned: PlannedObjects;

beforeEach(() => {
  api = new ManagementApi();
  const common = { namespace, timeout: 1_000 };
  const objects = new ManagementObjects({
    ...common,
    cache: { rest: api.rest },
    onWritten: () => undefined,
  });
  planned = new PlannedObjects({ ...common, objects });
});

describe('the creation of a planned object', () => {
  const object = {
    role: 'cluster',
    resource: kinds.cluster,
    object: { apiVersion: 'a/v1', kind: 'Cluster', metadata: { name: 'new' } },
  } as unknown as PlannedObject;
  const refused = () => clusterExists({ cluster: 'new' });
  const create = (ours = true) =>
    planned.create(object, { refused, isOurs: () => Promise.resolve(ours) });
  const exists = () => api.get(kinds.cluster, 'new') !== undefined;

  test.each<[string, readonly Strike[], string, number, boolean]>([
    ['is sent once when it is answered', [], 'done', 1, true],
    ['is found done after a lost reply', ['reply lost'], 'done', 2, true],
    ['is sent again after a lost request', ['request lost'], 'done', 2, true],
    [
      'is unknown after three lost requests',
      Array(3).fill('request lost'),
      'outcome-unknown',
      3,
      false,
    ],
    ['was not sent: the server is away', ['unsent'], 'management-unavailable', 1, false],
    [
      'may still arrive when its second try was not sent',
      ['request lost', 'unsent'],
      'outcome-unknown',
      2,
      false,
    ],
    ['is refused', [{ code: 422, message: 'invalid' }], 'cluster-exists', 1, false],
  ])('%s', async (_, faults, code, writes, there) => {
    api.strike(...faults);
    expect(await codeOf(create())).toBe(code);
    expect(api.writes).toHaveLength(writes);
    expect(exists()).toBe(there);
  });

  test('of a name that is taken is refused', async () => {
    api.put(kinds.cluster, { metadata: { name: 'new' } });
    expect(await codeOf(create())).toBe('cluster-exists');
  });

  test("of what can't be told from another's stays unknown", async () => {
    api.strike('reply lost');
    const isOurs = () => Promise.reject(managementUnavailable({ because: 'away' }));
    expect(await codeOf(planned.create(object, { refused, isOurs }))).toBe('outcome-unknown');
  });

  test('of a name that another took while the outcome was unknown is refused', async () => {
    api.strike(() => (api.put(kinds.cluster, { metadata: { name: 'new' } }), 'request lost'));
    expect(await codeOf(create(false))).toBe('cluster-exists');
  });

  describe('as a dry run', () => {
    const tryIt = (signal = new AbortController().signal) =>
      planned.tryCreate(object, { refused, signal });

    test.each<[string, Fault | undefined, string]>([
      ['passes', undefined, 'done'],
      ['is refused', { code: 422, message: 'invalid' }, 'cluster-exists'],
      ['is unknown, which nothing follows from', 'reply lost', 'management-unavailable'],
      ['was not sent', 'unsent', 'management-unavailable'],
    ])('%s', async (_, fault, code) => {
      api.strike(fault);
      expect(await codeOf(tryIt())).toBe(code);
      expect(exists()).toBe(false);
      expect(api.calls).toHaveLength(1);
    });

    test('ends with the caller', async () => {
      const caller = new AbortController();
      api.strike(() => caller.abort(new Error('left')));
      await expect(tryIt(caller.signal)).rejects.toThrow('left');
    });
  });
});
