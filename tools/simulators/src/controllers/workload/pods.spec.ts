import { describe, expect, test } from '@jest/globals';
import { type KubeObject, type Tree } from '../../api/index.js';
import { controlledBy } from '../objects/index.js';
import { anObject, deletedAt, named, now } from '../testing/scenes.js';
import { podOwners } from './owners.js';
import { quickPodDelays } from './pod-delays.js';
import { podLife } from './pod-life.js';
import { type PodScene } from './scene.js';
import { staticPods } from './static-pods.js';

const node = (name: string, { ready = 'True', ...spec }: Tree = {}): KubeObject =>
  anObject('Node', name, { spec, status: { conditions: [{ type: 'Ready', status: ready }] } });

const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main' }] } };
const set = (kind: string, replicas = 2) => anObject(kind, 'web', { spec: { replicas, template } });

const pod = (
  name: string,
  owner: KubeObject,
  { phase = 'Running', nodeName = 'n1', ...metadata }: Tree = {},
): KubeObject =>
  anObject('Pod', name, {
    metadata: { ownerReferences: [controlledBy(owner)], ...metadata },
    spec: { containers: [{ name: 'main', image: 'i' }], ...(nodeName ? { nodeName } : {}) },
    status: { phase },
  });

const scene = (parts: Partial<PodScene>): PodScene => ({
  namespace: 'shop',
  pods: [],
  replicaSets: [],
  statefulSets: [],
  daemonSets: [],
  budgets: [],
  nodes: named(node('n1'), node('n2')),
  delays: quickPodDelays,
  now,
  passed: () => true,
  suffix: () => 'abcde',
  ...parts,
});

const created = (parts: Partial<PodScene>) =>
  podOwners(scene(parts)).flatMap(({ create = [] }) =>
    create.map(({ metadata, spec }) => `${metadata.name}@${String(spec?.['nodeName'])}`),
  );

describe('owners of Pods', () => {
  const replicaSet = set('ReplicaSet');
  const stateful = set('StatefulSet');
  const daemon = set('DaemonSet');
  const ending = pod('web-0', stateful, { deletionTimestamp: deletedAt });
  test.each<[string, Partial<PodScene>, string[]]>([
    ['replicas are spread', { replicaSets: [replicaSet] }, ['web-abcde@n1', 'web-abcde@n2']],
    [
      'one is missing',
      { replicaSets: [replicaSet], pods: [pod('a', replicaSet)] },
      ['web-abcde@n2'],
    ],
    [
      'one that ends is replaced at once',
      {
        replicaSets: [replicaSet],
        pods: [
          pod('a', replicaSet),
          pod('b', replicaSet, { deletionTimestamp: deletedAt, nodeName: 'n2' }),
        ],
      },
      ['web-abcde@n1'],
    ],
    [
      'cordoned, tainted and unready Nodes take none',
      {
        replicaSets: [replicaSet],
        nodes: named(
          node('a', { unschedulable: true }),
          node('b', { taints: [{ effect: 'NoSchedule' }] }),
          node('c', { ready: 'False' }),
        ),
      },
      [],
    ],
    [
      'of a StatefulSet there is never a second',
      { statefulSets: [stateful], pods: [ending] },
      ['web-1@n2'],
    ],
    [
      'daemons are on every Node, cordoned ones too',
      { daemonSets: [daemon], nodes: named(node('a', { unschedulable: true }), node('b')) },
      ['web-abcde@a', 'web-abcde@b'],
    ],
    [
      'once',
      { daemonSets: [daemon], pods: [pod('d', daemon, { nodeName: 'n2' })] },
      ['web-abcde@n1'],
    ],
  ])('%s', (_, parts, names) => {
    expect(created(parts)).toEqual(names);
  });

  test('too many replicas are deleted', () => {
    const pods = ['a', 'b', 'c'].map((name) => pod(name, replicaSet));
    const [ruling] = podOwners(scene({ replicaSets: [replicaSet], pods }));
    expect(ruling?.remove?.map(({ metadata }) => metadata.name)).toEqual(['c']);
  });
});

describe('the life of a Pod', () => {
  const owner = set('ReplicaSet');
  const end = (parts: Partial<PodScene>) =>
    podLife(scene(parts)).flatMap((ruling) =>
      (ruling.end ?? []).map(({ metadata }) => metadata.name),
    );

  test('starts on its Node', () => {
    const [ruling] = podLife(scene({ pods: [pod('a', owner, { phase: 'Pending' })] }));
    expect(ruling?.after?.status).toMatchObject({
      phase: 'Running',
      containerStatuses: [{ name: 'main', ready: true }],
    });
    expect(podLife(scene({ pods: [pod('a', owner, { phase: 'Pending', nodeName: '' })] }))).toEqual(
      [],
    );
  });

  test('ends when it is deleted, by its grace at the latest, and with its Node', () => {
    const deleted = pod('a', owner, {
      deletionTimestamp: deletedAt,
      deletionGracePeriodSeconds: 30,
    });
    const asked: number[] = [];
    const passed = (_: string, milliseconds: number) => asked.push(milliseconds) > 99;
    expect(end({ pods: [deleted], passed })).toEqual([]);
    expect(asked).toEqual([quickPodDelays.podStop]);
    expect(end({ pods: [deleted] })).toEqual(['a']);
    expect(end({ pods: [pod('b', owner, { nodeName: 'gone' })], passed: () => false })).toEqual([
      'b',
    ]);
    expect(end({ pods: [pod('c', owner, { phase: 'Succeeded' })] })).toEqual([]);
  });
});

test('a control plane Node shows its static Pods, in kube-system alone', () => {
  const master = anObject('Node', 'm', {
    metadata: { labels: { 'node-role.kubernetes.io/control-plane': '' } },
    status: { nodeInfo: { kubeletVersion: 'v1.36.8' } },
  });
  const pods = staticPods(scene({ namespace: 'kube-system', nodes: named(master, node('w')) }));
  expect(pods.flatMap(({ create = [] }) => create.map(({ metadata }) => metadata.name))).toEqual([
    'etcd-m',
    'kube-apiserver-m',
    'kube-controller-manager-m',
    'kube-scheduler-m',
  ]);
  expect(staticPods(scene({ nodes: named(master) }))).toEqual([]);
});
