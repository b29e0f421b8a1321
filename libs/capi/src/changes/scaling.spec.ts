import { describe, expect, test } from '@jest/globals';
import { aCluster } from '../builders/index.js';
import {
  changeTarget,
  controlPlaneName,
  parityFaults,
  replicaFaults,
  unscalable,
  unscalableControlPlane,
  workerDeployment,
} from './index.js';

const mark = 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size';
const cluster = (more: object = {}) => changeTarget(withSpec(aCluster('demo').build(), more));
const withSpec = (raw: { spec: object }, more: object) => ({
  ...raw,
  spec: { ...raw.spec, ...more },
});

function target(
  name: string,
  { metadata = {}, spec = {} }: { metadata?: object; spec?: object } = {},
) {
  return changeTarget({
    metadata: {
      name,
      uid: `uid-${name}`,
      resourceVersion: '5',
      creationTimestamp: '2026-10-14T08:00:00Z',
      ...metadata,
    },
    spec: { clusterName: 'demo', replicas: 2, ...spec },
  });
}
const owner = (uid: string, kind = 'Cluster') => ({
  ownerReferences: [{ apiVersion: 'cluster.x-k8s.io/v1beta2', kind, name: 'demo', uid }],
});
const deleted = { deletionTimestamp: '2026-10-22T10:00:00Z' };
const code = (of: unknown) => (of as { kind?: { code: string } } | undefined)?.kind?.code;

describe('a cluster', () => {
  test.each<[string, object, object, string | undefined]>([
    ['at rest', {}, {}, undefined],
    ['with a topology', { topology: { classRef: { name: 'c' } } }, {}, 'topology-managed'],
    ['paused', { paused: true }, {}, 'target-paused'],
    ['unpaused in so many words', { paused: false }, {}, undefined],
    [
      'paused by annotation',
      {},
      { annotations: { 'cluster.x-k8s.io/paused': '' } },
      'target-paused',
    ],
    ['being deleted', {}, deleted, 'target-deleting'],
  ])('%s', (_, spec, metadata, expected) => {
    const raw = aCluster('demo').build();
    const read = changeTarget({
      ...withSpec(raw, spec),
      metadata: { ...raw.metadata, ...metadata },
    });
    expect(code(unscalable(read))).toBe(expected);
  });
});

describe('the worker deployment', () => {
  const own = cluster();
  const { uid } = own.metadata;

  test.each<[string, ReturnType<typeof target>[], string]>([
    ['absent', [], 'target-missing'],
    [
      'only of another cluster',
      [target('x', { spec: { clusterName: 'other' } })],
      'target-missing',
    ],
    ['one of two', [target('a'), target('b')], 'target-ambiguous'],
    [
      'autoscaled',
      [target('a', { metadata: { annotations: { [mark]: '1' } } })],
      'autoscaler-managed',
    ],
    ['of an earlier cluster', [target('a', { metadata: owner('gone') })], 'owned-by-another'],
    ['paused itself', [target('a', { spec: { paused: true } })], 'target-paused'],
    [
      'paused by annotation',
      [target('a', { metadata: { annotations: { 'cluster.x-k8s.io/paused': 'x' } } })],
      'target-paused',
    ],
    ['being deleted', [target('a', { metadata: deleted })], 'target-deleting'],
  ])('%s', (_, found, expected) => {
    expect(code(workerDeployment(own, found))).toBe(expected);
  });

  test.each([
    ['without owners', {}],
    ['owned by the cluster', owner(uid)],
    ['owned by something else', owner('x', 'MachinePool')],
  ])('%s is the target', (_, metadata) => {
    const other = target('b', { spec: { clusterName: 'demo-2' } });
    const found = workerDeployment(own, [other, target('a', { metadata })]);
    expect(found).toMatchObject({ metadata: { name: 'a' } });
  });
});

describe('the control plane', () => {
  const ref = (more: object) => ({
    controlPlaneRef: {
      apiGroup: 'controlplane.cluster.x-k8s.io',
      kind: 'KubeadmControlPlane',
      name: 'demo-cp',
      ...more,
    },
  });

  test('is found by its reference alone', () => {
    expect(controlPlaneName(cluster(ref({})))).toBe('demo-cp');
  });

  test.each<[string, object, string]>([
    ['no reference', { controlPlaneRef: undefined }, 'target-missing'],
    ['another kind', ref({ kind: 'TalosControlPlane' }), 'control-plane-unsupported'],
    ['another group', ref({ apiGroup: 'x.example' }), 'control-plane-unsupported'],
  ])('%s', (_, spec, expected) => {
    expect(code(controlPlaneName(cluster(spec)))).toBe(expected);
  });

  test('of an earlier cluster of the same name is left alone', () => {
    const kcp = target('demo-cp', { metadata: owner('gone') });
    expect(code(unscalableControlPlane(cluster(), kcp))).toBe('owned-by-another');
  });

  const etcd = (etcd: object) => ({
    spec: { kubeadmConfigSpec: { clusterConfiguration: { etcd } } },
  });
  test.each<[string, object, number, boolean]>([
    ['its own etcd, odd', {}, 3, true],
    ['its own etcd, even', {}, 2, false],
    ['local etcd, even', etcd({ local: {} }), 4, false],
    ['external etcd, even', etcd({ external: { endpoints: ['https://e'] } }), 2, true],
  ])('with %s', (_, more, replicas, fine) => {
    expect(parityFaults(target('demo-cp', more), replicas)).toHaveLength(fine ? 0 : 1);
  });
});

describe('a replica count', () => {
  test.each<[number | undefined, unknown[]]>([
    [1, []],
    [2147483647, []],
    [0, [{ more: { tag: 'min', param: '1', value: 0 } }]],
    [-3, [{ more: { tag: 'min', param: '1', value: -3 } }]],
    [undefined, [{ name: 'ClusterReplicasParams.Replicas', more: { tag: 'required', value: 0 } }]],
  ])('of %p', (replicas, expected) => {
    expect(replicaFaults(replicas)).toMatchObject(expected);
  });
});
