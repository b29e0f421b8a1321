import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Kind, kinds } from '@slipway/capi';
import { Refusal } from '@slipway/contracts';
import { aChangesWorld } from '../testing/changes-world.js';
import { codeOf, type ManagementApi, type Strike } from '../testing/management-api.js';
import { aCall } from '../testing/world.js';
import { type ClusterChanges } from './cluster-changes.js';

let world: ReturnType<typeof aChangesWorld>;
let api: ManagementApi;
let changes: ClusterChanges;

beforeEach(() => {
  world = aChangesWorld();
  ({ api, clusters: changes } = world);
});

const cluster = () => api.get(kinds.cluster, 'demo');
const put = (patch: Record<string, unknown>) => api.change(kinds.cluster, 'demo', patch);
const patches = (kind: Kind, name: string) => world.patches(kind, name);
/** Strikes the writes after the reservation. */
const strikeAfterLock = (...faults: readonly Strike[]) => api.strike(undefined, ...faults);
const lockFree = () =>
  expect(cluster()?.metadata.annotations?.['vmk.vates.tech/mutation-lock']).toBeUndefined();
const uid = () => cluster()!.metadata.uid;

describe('scaling', () => {
  test('workers writes the count and nothing else, within six calls', async () => {
    await changes.scaleWorkers('demo', 5, aCall());
    expect(patches(kinds.machineDeployment, 'demo-md-0')).toEqual([{ spec: { replicas: 5 } }]);
    expect(api.get(kinds.machineDeployment, 'demo-md-0')!.spec).toMatchObject({
      replicas: 5,
      template: { spec: { x: 1 } },
    });
    expect(api.calls.length).toBeLessThanOrEqual(6);
    lockFree();
  });

  test('the control plane writes the count and nothing else, within six calls', async () => {
    await changes.scaleControlPlane('demo', 3, aCall());
    expect(patches(kinds.controlPlane, 'demo-cp')).toEqual([{ spec: { replicas: 3 } }]);
    expect(api.calls.length).toBeLessThanOrEqual(6);
    lockFree();
  });

  test('to the count that is wanted already succeeds', async () => {
    expect(await codeOf(changes.scaleWorkers('demo', 2, aCall()))).toBe('done');
  });

  test.each<[string, number | undefined]>([
    ['is missing', undefined],
    ['is 0', 0],
    ['is negative', -1],
  ])('asks nobody when the count %s', async (_, count) => {
    expect(await codeOf(changes.scaleWorkers('demo', count, aCall()))).toBe('validation-failed');
    expect(await codeOf(changes.scaleControlPlane('demo', count, aCall()))).toBe(
      'validation-failed',
    );
    // Even of a cluster that nobody knows: bodies come first.
    expect(await codeOf(changes.scaleWorkers('x', count, aCall()))).toBe('validation-failed');
    expect(api.calls).toEqual([]);
  });

  test.each<[string, () => void, string]>([
    ['the cluster is paused', () => put({ spec: { paused: true } }), 'target-paused'],
    [
      'a topology manages it',
      () => put({ spec: { topology: { classRef: { name: 'c' } } } }),
      'topology-managed',
    ],
    ['the cluster is gone', () => api.take(kinds.cluster, 'demo'), 'cluster-not-found'],
    [
      'the deployment is gone',
      () => api.take(kinds.machineDeployment, 'demo-md-0'),
      'target-missing',
    ],
  ])('of workers is refused when %s, and leaves no lock', async (_, happens, code) => {
    happens();
    expect(await codeOf(changes.scaleWorkers('demo', 3, aCall()))).toBe(code);
    lockFree();
    expect(api.get(kinds.machineDeployment, 'demo-md-0')?.spec ?? { replicas: 2 }).toMatchObject({
      replicas: 2,
    });
  });

  test.each<[string, () => void, string]>([
    [
      'is another',
      () => put({ spec: { controlPlaneRef: { kind: 'Other' } } }),
      'control-plane-unsupported',
    ],
    ['is not named', () => put({ spec: { controlPlaneRef: null } }), 'target-missing'],
    ['is gone', () => api.take(kinds.controlPlane, 'demo-cp'), 'target-missing'],
  ])('a control plane that %s is refused, and leaves no lock', async (_, happens, code) => {
    happens();
    expect(await codeOf(changes.scaleControlPlane('demo', 3, aCall()))).toBe(code);
    lockFree();
  });

  test('to an even count is refused with stacked etcd only', async () => {
    expect(await codeOf(changes.scaleControlPlane('demo', 2, aCall()))).toBe('validation-failed');
    api.change(kinds.controlPlane, 'demo-cp', {
      spec: {
        kubeadmConfigSpec: { clusterConfiguration: { etcd: { external: { endpoints: ['e'] } } } },
      },
    });
    expect(await codeOf(changes.scaleControlPlane('demo', 2, aCall()))).toBe('done');
    lockFree();
  });

  test.each<[Strike, string]>([
    [{ code: 422, message: 'spec.replicas: Invalid value' }, 'admission-rejected'],
    [{ code: 400, message: 'strict decoding error' }, 'admission-rejected'],
    [{ code: 403, message: 'admission webhook "v" denied the request' }, 'admission-rejected'],
    [{ code: 403, message: "ValidatingAdmissionPolicy 'v' denied request" }, 'admission-rejected'],
    [{ code: 403, message: 'machinedeployments is forbidden' }, 'kubernetes-refused'],
    [{ code: 409, message: 'the object has been modified' }, 'changed-meanwhile'],
    ['unsent', 'management-unavailable'],
  ])('with Kubernetes saying %j is %s, and leaves no lock', async (fault, code) => {
    strikeAfterLock(fault);
    expect(await codeOf(changes.scaleWorkers('demo', 3, aCall()))).toBe(code);
    lockFree();
  });

  test('F5: with an unknown outcome keeps the lock', async () => {
    strikeAfterLock('request lost', 'request lost', 'request lost');
    expect(await codeOf(changes.scaleWorkers('demo', 3, aCall()))).toBe('outcome-unknown');
    expect(cluster()!.metadata.annotations).toHaveProperty(['vmk.vates.tech/mutation-lock']);
  });
});

describe('pausing', () => {
  test('sets spec.paused, resuming removes it; both within six calls and as often as one likes', async () => {
    for (const [paused, shown] of [
      [true, true],
      [true, true],
      [false, undefined],
      [false, undefined],
    ] as const) {
      const before = api.calls.length;
      await changes.pause('demo', paused, aCall());
      expect((cluster()!.spec as { paused?: boolean }).paused).toBe(shown);
      expect(api.calls.length - before).toBeLessThanOrEqual(6);
    }
    const bodies = patches(kinds.cluster, 'demo').filter((body) => 'spec' in (body as object));
    expect(bodies).toEqual([true, true, null, null].map((paused) => ({ spec: { paused } })));
    lockFree();
  });

  test('leaves a pause by annotation to who made it', async () => {
    put({ metadata: { annotations: { 'cluster.x-k8s.io/paused': 'by hand' } } });
    await changes.pause('demo', false, aCall());
    expect(cluster()!.metadata.annotations).toEqual({ 'cluster.x-k8s.io/paused': 'by hand' });
  });
});

describe('deleting', () => {
  const order = () =>
    api.writes.map(({ verb, body }) =>
      verb === 'delete' ? 'delete' : 'spec' in body! ? 'unpause' : 'lock',
    );

  test('asks for this incarnation only', async () => {
    await changes.delete('demo', aCall());
    expect(order()).toEqual(['lock', 'delete', 'lock']);
    expect(patches(kinds.cluster, 'demo')[1]).toMatchObject({ preconditions: { uid: uid() } });
    lockFree();
  });

  test('F37: of a paused cluster is on record before the pause ends', async () => {
    put({ spec: { paused: true } });
    await changes.delete('demo', aCall());
    expect(order()).toEqual(['lock', 'delete', 'unpause', 'lock']);
    expect(cluster()!.spec).not.toHaveProperty('paused');
    lockFree();
  });

  test('ends the pause of a cluster that moves under it', async () => {
    put({ spec: { paused: true } });
    let moves = 3;
    api.play(({ body }) => {
      if (body && 'spec' in body && moves-- > 0) put({ status: { phase: String(moves) } });
    });
    expect(await codeOf(changes.delete('demo', aCall()))).toBe('done');
    expect(cluster()!.spec).not.toHaveProperty('paused');
    lockFree();
  });

  test('that was interrupted before the pause ended is finished by the next', async () => {
    put({ spec: { paused: true } });
    strikeAfterLock(undefined, 'unsent');
    expect(await codeOf(changes.delete('demo', aCall()))).toBe('management-unavailable');
    api.play(() => undefined);
    expect(cluster()!.spec).toHaveProperty('paused');
    await changes.delete('demo', aCall());
    expect(cluster()!.spec).not.toHaveProperty('paused');
    lockFree();
  });

  test('of a cluster without finalizers leaves nothing to unlock', async () => {
    put({ metadata: { finalizers: null } });
    await changes.delete('demo', aCall());
    expect(order()).toEqual(['lock', 'delete']);
    expect(cluster()).toBeUndefined();
  });
});

describe('describing', () => {
  const text = () => cluster()!.metadata.annotations?.['vmk.vates.tech/description'];

  test('writes one annotation, clears it with an empty text, takes no reservation', async () => {
    await changes.describe('demo', 'é😀\n', aCall());
    expect(text()).toBe('é😀\n');
    await changes.describe('demo', '', aCall());
    expect(text()).toBeUndefined();
    const annotation = (value: string | null) => ({
      metadata: { annotations: { 'vmk.vates.tech/description': value } },
    });
    expect(patches(kinds.cluster, 'demo')).toEqual([annotation('é😀\n'), annotation(null)]);
  });

  test.each<[string, string | undefined, string]>([
    ['a missing text', undefined, 'Description is required'],
    ['4,001 code points', '😀'.repeat(4001), 'Description should be max=4000'],
  ])('refuses %s before it asks anybody', async (_, description, detail) => {
    const refused = changes.describe('demo', description, aCall());
    await expect(refused).rejects.toThrow(detail);
    await expect(refused).rejects.toBeInstanceOf(Refusal);
    expect(api.calls).toEqual([]);
  });

  test('takes 4,000 code points', async () => {
    expect(await codeOf(changes.describe('demo', '😀'.repeat(4000), aCall()))).toBe('done');
  });

  test('of a cluster that is gone or that another has changed is refused', async () => {
    api.strike(() => put({ metadata: { labels: { a: 'b' } } }));
    expect(await codeOf(changes.describe('demo', 'x', aCall()))).toBe('changed-meanwhile');
    api.take(kinds.cluster, 'demo');
    expect(await codeOf(changes.describe('demo', 'x', aCall()))).toBe('cluster-not-found');
  });
});
