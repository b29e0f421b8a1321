import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { until } from '@slipway/testing';
import { at, type KubeObject } from '../../api/index.js';
import { announceMissingRealServer, realKubeconfig } from '../../testing/targets.js';
import { conditionOf, conditionsOf } from '../objects/index.js';
import { Lab, labTargets } from '../testing/lab.js';
import { isWhole, phaseOf, statusOf } from '../testing/looks.js';

// A cluster takes a second; on a busy machine it takes its time.
jest.setTimeout(120_000);

if (!realKubeconfig) announceMissingRealServer('pauses of the controllers of Cluster API');

describe.each(labTargets)('pauses on the %s', (on) => {
  let lab: Lab;

  beforeAll(async () => {
    lab = await Lab.start(on);
  });

  afterAll(() => lab.stop());

  const isPaused = (object: KubeObject) => statusOf('Paused')(object) === 'True';

  test('a cluster that is created paused has a finalizer and one condition, and nothing else', async () => {
    await lab.createPaused({ name: 'still' });
    const cluster = await lab.eventually('Cluster', 'still', 'to be paused', isPaused);
    expect(conditionsOf(cluster)).toEqual([
      {
        type: 'Paused',
        status: 'True',
        reason: 'Paused',
        message: 'Cluster spec.paused is set to true',
        observedGeneration: 1,
        lastTransitionTime: expect.any(String),
      },
    ]);
    expect(Object.keys(cluster.status ?? {})).toEqual(['conditions']);
    const finalized = ({ metadata }: KubeObject) => metadata.finalizers !== undefined;
    await lab.eventually('Cluster', 'still', 'its finalizer', finalized);
    // The provider doesn't know pauses.
    const provisioned = (one: KubeObject) =>
      at(one, 'status', 'initialization', 'provisioned') === true;
    const infrastructure = await lab.eventually('XOCluster', 'still', 'it', provisioned);
    expect(infrastructure.metadata.ownerReferences).toMatchObject([{ controller: true }]);
    for (const kind of ['KubeadmControlPlane', 'MachineDeployment'] as const) {
      const name = kind === 'MachineDeployment' ? 'still-md-0' : 'still-cp';
      await lab.eventually(kind, name, 'to be paused', isPaused);
    }
    expect(await lab.list('Machine', 'still')).toEqual([]);
    expect(await lab.get('Secret', 'still-kubeconfig')).toBeUndefined();
  });

  test('it goes on when it is resumed, its owner references made plain', async () => {
    await lab.patch('Cluster', 'still', { spec: { paused: null } });
    await lab.eventually('Cluster', 'still', 'to be there', isWhole(1, 1));
    const { metadata } = (await lab.get('XOCluster', 'still')) as KubeObject;
    expect(metadata.ownerReferences).toMatchObject([{ kind: 'Cluster', name: 'still' }]);
    expect(metadata.ownerReferences?.[0]).not.toHaveProperty('controller');
  });

  test('while paused nothing moves but the Paused condition; the others keep their generation', async () => {
    const before = (await lab.get('Cluster', 'still')) as KubeObject;
    await lab.patch('Cluster', 'still', { spec: { paused: true } });
    const paused = await lab.eventually('Cluster', 'still', 'to be paused', isPaused);
    const isOf = (type: string) => conditionOf(paused, type)?.observedGeneration;
    expect(paused.metadata.generation).toBe((before.metadata.generation ?? 0) + 1);
    expect(isOf('Paused')).toBe(paused.metadata.generation);
    expect(isOf('ScalingUp')).toBe(before.metadata.generation);
    expect(phaseOf(paused)).toBe('Provisioned');
    await lab.patch('MachineDeployment', 'still-md-0', { spec: { replicas: 2 } });
    await lab.eventually(
      'MachineDeployment',
      'still-md-0',
      'the pause to be noted at the new generation',
      (one) => conditionOf(one, 'Paused')?.observedGeneration === one.metadata.generation,
    );
    expect(await lab.list('Machine', 'still')).toHaveLength(2);
    await lab.patch('Cluster', 'still', { spec: { paused: null } });
    await lab.eventually('Cluster', 'still', 'two workers', isWhole(1, 2));
  });

  test('a Machine with the annotation stays undeleted until the annotation is gone', async () => {
    const [machine] = (await lab.list('Machine', 'still')).filter(({ metadata }) =>
      metadata.name.includes('-md-0-'),
    );
    const name = machine?.metadata.name ?? '';
    const annotation = 'cluster.x-k8s.io/paused';
    await lab.patch('Machine', name, { metadata: { annotations: { [annotation]: '' } } });
    await lab.eventually('Machine', name, 'to be paused', isPaused);
    await lab.delete('Machine', name);
    // The owner counts it as deleting already, and makes no other one before it is gone.
    const marked = await lab.eventually('Machine', name, 'the mark', ({ metadata }) =>
      Boolean(metadata.deletionTimestamp),
    );
    expect(phaseOf(marked)).toBe('Running');
    await lab.patch('MachineDeployment', 'still-md-0', { spec: { replicas: 1 } });
    const down = (one: KubeObject) => statusOf('ScalingDown')(one) === 'True';
    await lab.eventually('MachineDeployment', 'still-md-0', 'to wait for it', down);
    expect(await lab.get('Machine', name)).toBeDefined();
    await lab.patch('Machine', name, { metadata: { annotations: { [annotation]: null } } });
    await lab.isGone('Machine', name);
    await lab.eventually('Cluster', 'still', 'one worker', isWhole(1, 1));
  });

  test('a paused cluster that is deleted waits until it is resumed', async () => {
    await lab.patch('Cluster', 'still', { spec: { paused: true } });
    await lab.eventually('Cluster', 'still', 'to be paused', isPaused);
    await lab.delete('Cluster', 'still');
    const cluster = (await lab.get('Cluster', 'still')) as KubeObject;
    expect(phaseOf(cluster)).toBe('Provisioned');
    const noted = (one: KubeObject) =>
      conditionOf(one, 'Paused')?.observedGeneration === one.metadata.generation;
    await lab.eventually('Cluster', 'still', 'the pause to be noted again', noted);
    expect(await lab.list('Machine', 'still')).toHaveLength(2);
    await lab.patch('Cluster', 'still', { spec: { paused: null } });
    await lab.isGone('Cluster', 'still');
    await until(async () => (await lab.list('XOMachine', 'still')).length === 0, {
      within: 20_000,
      because: 'all virtual machines to be gone',
    });
    expect(lab.warnings).toEqual([]);
  });
});
