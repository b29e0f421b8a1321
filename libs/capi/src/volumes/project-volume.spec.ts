import { describe, expect, test } from '@jest/globals';
import { exactJson, Volume } from '@slipway/contracts';
import { aPersistentVolume, type PersistentVolumeBuilder } from '../builders/index.js';
import { attachedNodes, projectVolume } from './index.js';

const nowhere = new Map<string, never[]>();

function read(volume: PersistentVolumeBuilder): Volume {
  const projected = projectVolume(volume.build(), nowhere);
  if (projected === undefined) throw new Error('no volume');
  return projected;
}

describe('projectVolume', () => {
  test("gives VMK Engine's sample, its keys in the same order", () => {
    const volume = aPersistentVolume('pvc-3f2a')
      .capacity('10Gi')
      .xo('aaaaaaaa-0000-0000-0000-000000000010', {
        srId: 's',
        poolId: 'p',
        storageType: 'shared',
      });
    const attached = attachedNodes(
      [{ volume: 'pvc-3f2a', node: 'worker-1' }],
      [{ id: '8cb11b09-43c5-55eb-b108-33c662179d95', node_name: 'worker-1', vm_id: 'v' }],
    );
    expect(exactJson(projectVolume(volume.build(), attached))).toBe(
      '{"name":"pvc-3f2a","capacity_bytes":10737418240,"phase":"Bound","reclaim_policy":"Delete",' +
        '"storage_class":"xo","access_modes":["ReadWriteOnce"],"volume_mode":"Filesystem",' +
        '"created_at":"2026-11-04 10:00:00 +0000 UTC","claim":{"namespace":"app","name":"data"},' +
        '"source":{"type":"csi","csi":{"driver":"csi.xenorchestra.vates.tech",' +
        '"volume_handle":"aaaaaaaa-0000-0000-0000-000000000010",' +
        '"xo":{"sr_id":"s","pool_id":"p","storage_type":"shared"}}},' +
        '"attached_nodes":[{"id":"8cb11b09-43c5-55eb-b108-33c662179d95","node_name":"worker-1","vm_id":"v"}]}',
    );
  });

  test.each<[string, PersistentVolumeBuilder]>([
    ['from Xen Orchestra', aPersistentVolume()],
    ['bound to a node', aPersistentVolume().boundTo({ matchFields: [] })],
    ['unclaimed', aPersistentVolume().unclaimed()],
  ])("a volume %s has the contract's keys in its order", (_, builder) => {
    const volume = read(builder);
    expect(JSON.stringify(Volume.parse(volume))).toBe(JSON.stringify(volume));
  });

  test.each<[string | undefined, string]>([
    ['10Gi', '10737418240'],
    ['9007199254740993', '9007199254740993'],
    ['7Ei', '8070450532247928832'],
    ['1500m', '2'],
    [undefined, '0'],
    ['much', '0'],
    ['-1Gi', '0'],
  ])('capacity %j is %s bytes, digit for digit', (storage, bytes) => {
    expect(exactJson(read(aPersistentVolume().capacity(storage)))).toContain(
      `"capacity_bytes":${bytes},`,
    );
  });

  test('what Kubernetes leaves out is filled or omitted', () => {
    const bare = aPersistentVolume('pv')
      .unclaimed()
      .phase(undefined)
      .source('hostPath', { path: '/data' })
      .with(({ spec }) => {
        delete spec.accessModes;
        delete spec.volumeMode;
        delete spec.persistentVolumeReclaimPolicy;
        spec.storageClassName = '';
      });
    expect(read(bare)).toStrictEqual({
      name: 'pv',
      capacity_bytes: 10737418240,
      phase: 'Pending',
      access_modes: [],
      volume_mode: 'Filesystem',
      created_at: '2026-11-04 10:00:00 +0000 UTC',
      source: { type: 'hostPath' },
      attached_nodes: [],
    });
  });

  test('the required node affinity keeps its alternatives', () => {
    const volume = aPersistentVolume().boundTo(
      {
        matchExpressions: [
          { key: 'topology.k8s.xenorchestra/pool_id', operator: 'In', values: ['p'] },
          { key: 'gpu', operator: 'DoesNotExist' },
        ],
      },
      { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['worker-1'] }] },
    );
    expect(read(volume).node_affinity).toStrictEqual([
      {
        match_expressions: [
          { key: 'topology.k8s.xenorchestra/pool_id', operator: 'In', values: ['p'] },
          { key: 'gpu', operator: 'DoesNotExist' },
        ],
      },
      { match_fields: [{ key: 'metadata.name', operator: 'In', values: ['worker-1'] }] },
    ]);
  });

  test.each([undefined, null, 'pv', {}, { metadata: { name: 'pv' } }])(
    'what is no volume gives none: %j',
    (raw) => {
      expect(projectVolume(raw, nowhere)).toBeUndefined();
    },
  );
});
