import { beforeEach, describe, expect, test } from '@jest/globals';
import { kinds, pausedAnnotation } from '@slipway/capi';
import { aChangesWorld } from '../testing/changes-world.js';
import { codeOf, type ManagementApi } from '../testing/management-api.js';
import { aCall } from '../testing/world.js';
import { type NodeChanges } from './node-changes.js';

let world: ReturnType<typeof aChangesWorld>;
let api: ManagementApi;
let nodes: NodeChanges;

beforeEach(() => {
  world = aChangesWorld();
  ({ api, nodes } = world);
});

const machine = () => api.get(kinds.machine, 'demo-1');
const change = (patch: Record<string, unknown>) => api.change(kinds.machine, 'demo-1', patch);
const lock = () =>
  api.get(kinds.cluster, 'demo')!.metadata.annotations?.['vmk.vates.tech/mutation-lock'];

describe('pausing a node', () => {
  const annotation = (value: string | null) => ({
    metadata: { annotations: { [pausedAnnotation]: value } },
  });

  test('writes one annotation whatever its value was, resuming removes it; within six calls', async () => {
    change({ metadata: { annotations: { [pausedAnnotation]: 'true', note: 'x' } } });
    for (const paused of [true, false, false]) {
      const before = api.calls.length;
      await nodes.pause('demo', 'demo-1', paused, aCall());
      expect(machine()!.metadata.annotations?.[pausedAnnotation]).toBe(paused ? '' : undefined);
      expect(api.calls.length - before).toBeLessThanOrEqual(6);
    }
    expect(world.patches(kinds.machine, 'demo-1')).toEqual(
      ['', null, null].map((value) => annotation(value)),
    );
    expect(machine()!.metadata.annotations).toEqual({ note: 'x' });
    expect(lock()).toBeUndefined();
  });
});

describe('deleting a node', () => {
  test('asks for this incarnation, under the reservation of its cluster', async () => {
    const { uid } = machine()!.metadata;
    let reserved: string | undefined;
    api.play(({ verb }) => void (verb === 'delete' && (reserved = lock())));
    await nodes.delete('demo', 'demo-1', aCall());
    expect(world.patches(kinds.machine, 'demo-1')).toEqual([
      { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid } },
    ]);
    expect(JSON.parse(reserved!)).toMatchObject({ operation: 'delete node' });
    expect(machine()!.metadata.deletionTimestamp).toBeDefined();
    expect(lock()).toBeUndefined();
  });

  test('that is going already succeeds', async () => {
    await nodes.delete('demo', 'demo-1', aCall());
    expect(await codeOf(nodes.delete('demo', 'demo-1', aCall()))).toBe('done');
  });
});

describe.each<[string, () => Promise<void>]>([
  ['deleting', () => nodes.delete('demo', 'demo-1', aCall())],
  ['pausing', () => nodes.pause('demo', 'demo-1', true, aCall())],
])('%s', (_, act) => {
  test.each<[string, () => void, string]>([
    ['gone', () => api.take(kinds.machine, 'demo-1'), 'node-not-found'],
    ['of another cluster', () => change({ spec: { clusterName: 'other' } }), 'node-not-found'],
  ])('a node that is %s by now is not found, and leaves no lock', async (_state, happens, code) => {
    happens();
    expect(await codeOf(act())).toBe(code);
    expect(lock()).toBeUndefined();
    expect(world.patches(kinds.machine, 'demo-1')).toEqual([]);
  });

  test('is refused while another change holds the cluster', async () => {
    const annotations = { 'vmk.vates.tech/mutation-lock': 'by hand' };
    api.change(kinds.cluster, 'demo', { metadata: { annotations } });
    expect(await codeOf(act())).toBe('mutation-locked');
    expect(api.writes).toEqual([]);
  });
});

test.each([
  ['x', 'demo-1', 'cluster-not-found'],
  ['demo', 'x', 'node-not-found'],
  ['other', 'demo-1', 'node-not-found'],
])('cluster %s, node %s: %s, and nobody is asked', async (cluster, node, code) => {
  expect(await codeOf(nodes.delete(cluster, node, aCall()))).toBe(code);
  expect(await codeOf(nodes.pause(cluster, node, false, aCall()))).toBe(code);
  expect(api.calls).toEqual([]);
});
