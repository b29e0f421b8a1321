import { describe, expect, test } from '@jest/globals';
import { type KubeObject } from '../../api/index.js';
import { aMachine, anObject, aScene, conditions, deletedAt, named } from '../testing/scenes.js';
import { healthConditions } from './control-plane-health.js';
import { nextMove } from './control-plane-moves.js';

const healthy = conditions(...healthConditions.map((type) => `${type}=True`));

const plane = (replicas: number, version = 'v1.36.8', maxSurge = 1) =>
  anObject('KubeadmControlPlane', 'cp', {
    spec: {
      replicas,
      version,
      rollout: { strategy: { rollingUpdate: { maxSurge } } },
      machineTemplate: { spec: { infrastructureRef: { name: 'template' } } },
    },
  });

const machine = (name: string, status = healthy, more: object = {}, version = 'v1.36.8') =>
  aMachine(name, plane(1), {
    metadata: { creationTimestamp: `2026-10-22T0${name.length}:00:00Z`, ...more },
    spec: { version },
    status: { conditions: status },
  });

const old = (name: string) => machine(name, healthy, {}, 'v1.35.0');
const sick = machine('a', conditions('APIServerPodHealthy=False'));
const dying = machine('a', healthy, { deletionTimestamp: deletedAt });
const marked = machine('abcd', healthy, { annotations: { 'cluster.x-k8s.io/delete-machine': '' } });

describe('the next move of a control plane', () => {
  test.each<[string, KubeObject, KubeObject[], string]>([
    ['the first Machine', plane(3), [], '+XOMachine cp-abcde +Machine cp-abcde'],
    [
      'one more when all are healthy',
      plane(3),
      [machine('a')],
      '+XOMachine cp-abcde +Machine cp-abcde',
    ],
    [
      'not while one is sick',
      plane(3),
      [sick],
      'Control plane components are not healthy, Etcd cluster is not healthy',
    ],
    ['not while one is deleting', plane(3), [dying, machine('ab')], 'Machine a is deleting'],
    ['enough', plane(1), [machine('a')], ''],
    ['the oldest goes', plane(1), [machine('ab'), machine('a'), machine('abc')], '-a'],
    ['the marked one goes before', plane(1), [machine('a'), marked], '-abcd'],
    ['a sick one that goes doesn’t block itself', plane(1), [sick, machine('ab')], '-a'],
    [
      'outdated: one more first',
      plane(1, 'v1.36.8'),
      [old('a')],
      '+XOMachine cp-abcde +Machine cp-abcde',
    ],
    ['outdated: then the old one goes', plane(1, 'v1.36.8'), [old('a'), machine('ab')], '-a'],
    ['outdated, without surge', plane(3, 'v1.36.8', 0), [old('a'), old('ab'), old('abc')], '-a'],
  ])('%s', (_, controlPlane, machines, told) => {
    const scene = aScene({
      controlPlane,
      machines,
      infraTemplates: named(anObject('XOMachineTemplate', 'template')),
    });
    const { create = [], remove = [], blockers = [] } = nextMove(scene, controlPlane);
    const text = [
      ...create.map(({ kind, metadata }) => `+${kind} ${metadata.name}`),
      ...remove.map(({ metadata }) => `-${metadata.name}`),
      blockers.join(', '),
    ];
    expect(text.filter((part) => part !== '').join(' ')).toBe(told);
  });

  test('waits for its template', () => {
    const { create, blockers } = nextMove(aScene({ controlPlane: plane(1) }), plane(1));
    expect(create).toBeUndefined();
    expect(blockers).toEqual(['XOMachineTemplate does not exist']);
  });
});
