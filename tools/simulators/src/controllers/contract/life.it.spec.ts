import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { at, type KubeObject } from '../../api/index.js';
import { HttpClient } from '../../testing/http-client.js';
import { announceMissingRealServer, realKubeconfig } from '../../testing/targets.js';
import { Lab, labTargets } from '../testing/lab.js';
import { isWhole, phaseOf, reasonOf, statusOf } from '../testing/looks.js';

// A cluster takes a second; on a busy machine it takes its time.
jest.setTimeout(120_000);

if (!realKubeconfig) announceMissingRealServer('the controllers of Cluster API');

describe.each(labTargets)('clusters on the %s', (target) => {
  let lab: Lab;

  beforeAll(async () => {
    lab = await Lab.start(target);
  });

  afterAll(() => lab.stop());

  test('one that is created becomes available', async () => {
    const histories = [await lab.watch('Cluster'), await lab.watch('Machine')] as const;
    const created = await lab.createCluster({ name: 'one', controlPlanes: 3, workers: 2 });
    const cluster = await lab.eventually('Cluster', 'one', 'one to be there', isWhole(3, 2));
    expect(cluster).toMatchObject({
      metadata: { finalizers: ['cluster.cluster.x-k8s.io'], generation: expect.any(Number) },
      spec: { controlPlaneEndpoint: { host: '10.30.138.14', port: 6443 } },
      status: {
        phase: 'Provisioned',
        observedGeneration: cluster.metadata.generation,
        initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true },
        controlPlane: { versions: [{ version: 'v1.36.8', replicas: 3 }] },
        workers: { versions: [{ version: 'v1.36.8', replicas: 2 }] },
      },
    });
    const [clusters, machines] = histories;
    // No Provisioning: the XOCluster was provisioned while the Cluster was still paused.
    expect(clusters.of('one', phaseOf)).toEqual([undefined, 'Provisioned']);
    const all = await lab.list('Machine', 'one');
    expect(all).toHaveLength(5);
    for (const { metadata } of all)
      expect(machines.of(metadata.name, phaseOf).filter((phase) => phase !== 'Pending')).toEqual([
        undefined,
        'Provisioning',
        'Provisioned',
        'Running',
      ]);
    // One after the other: each is healthy before the next is made.
    const births = machines.states.filter(({ metadata }) => metadata.name.includes('-cp-'));
    expect([...new Set(births.map(({ metadata }) => metadata.name))]).toHaveLength(3);
    expect(created.metadata.uid).toBe(cluster.metadata.uid);
    expect(lab.warnings).toEqual([]);
  });

  test('its kubeconfig Secret leads to the Nodes that its Machines name', async () => {
    const secret = await lab.get('Secret', 'one-kubeconfig');
    expect(secret).toMatchObject({
      type: 'cluster.x-k8s.io/secret',
      metadata: { ownerReferences: [{ kind: 'KubeadmControlPlane', name: 'one-cp' }] },
    });
    const text = Buffer.from(String(at(secret, 'data', 'value')), 'base64').toString();
    const { body } = await new HttpClient(text).ask({ method: 'GET', path: '/api/v1/nodes' });
    const nodes = (body['items'] as KubeObject[]).map((node) => ({
      name: node.metadata.name,
      providerID: node.spec?.['providerID'],
    }));
    const machines = await lab.list('Machine', 'one');
    const named = machines.map((machine) => ({
      name: at(machine, 'status', 'nodeRef', 'name'),
      providerID: machine.spec?.['providerID'],
    }));
    expect(named).toEqual(expect.arrayContaining(nodes));
    expect(nodes).toHaveLength(5);
    const addresses = machines.map(({ status }) => JSON.stringify(status?.['addresses']));
    expect(new Set(addresses).size).toBe(5);
  });

  test('workers are added and taken away as the MachineDeployment says', async () => {
    const clusters = await lab.watch('Cluster');
    await lab.patch('MachineDeployment', 'one-md-0', { spec: { replicas: 4 } });
    await lab.eventually('Cluster', 'one', 'four workers', isWhole(3, 4));
    await lab.patch('MachineDeployment', 'one-md-0', { spec: { replicas: 1 } });
    await lab.eventually('Cluster', 'one', 'one worker', isWhole(3, 1));
    expect(clusters.of('one', statusOf('ScalingUp'))).toEqual(['False', 'True', 'False']);
    expect(clusters.of('one', statusOf('ScalingDown'))).toEqual(['False', 'True', 'False']);
    const { status } = (await lab.get('Cluster', 'one')) as KubeObject;
    expect(at(status, 'workers', 'versions')).toEqual([{ version: 'v1.36.8', replicas: 1 }]);
    expect(await lab.list('Machine', 'one')).toHaveLength(4);
    expect(lab.warnings).toEqual([]);
  });

  test('the control plane shrinks by its oldest Machine, and grows again', async () => {
    const before = await lab.list('Machine', 'one');
    await lab.patch('KubeadmControlPlane', 'one-cp', { spec: { replicas: 1 } });
    await lab.eventually('Cluster', 'one', 'one control plane Machine', isWhole(1, 1));
    const [kept] = (await lab.list('Machine', 'one')).filter(({ metadata }) =>
      metadata.name.startsWith('one-cp-'),
    );
    const age = ({ metadata }: KubeObject) => `${metadata.creationTimestamp}/${metadata.name}`;
    const oldestFirst = before
      .filter(({ metadata }) => metadata.name.startsWith('one-cp-'))
      .sort((a, b) => (age(a) < age(b) ? -1 : 1));
    expect(kept?.metadata.name).toBe(oldestFirst.at(-1)?.metadata.name);
    await lab.patch('KubeadmControlPlane', 'one-cp', { spec: { replicas: 3 } });
    await lab.eventually('Cluster', 'one', 'three control plane Machines', isWhole(3, 1));
    expect(lab.warnings).toEqual([]);
  });

  test('a Machine that somebody deletes is replaced', async () => {
    const [worker] = (await lab.list('Machine', 'one')).filter(({ metadata }) =>
      metadata.name.includes('-md-0-'),
    );
    const name = worker?.metadata.name ?? '';
    const machines = await lab.watch('Machine');
    await lab.delete('Machine', name);
    await lab.isGone('Machine', name);
    await lab.eventually('Cluster', 'one', 'a new worker', isWhole(3, 1));
    expect(machines.of(name, reasonOf('Deleting'))).toEqual([
      'NotDeleting',
      'DrainingNode',
      'WaitingForVolumeDetach',
      'WaitingForInfrastructureDeletion',
      'DeletingNode',
      'DeletionCompleted',
    ]);
    expect(lab.warnings).toEqual([]);
  });

  test('one that is deleted goes in Cluster API’s order, with all it had', async () => {
    const clusters = await lab.watch('Cluster');
    const { metadata } = (await lab.get('Cluster', 'one')) as KubeObject;
    expect(lab.workloads.of(metadata.uid)).toBeDefined();
    await lab.delete('Cluster', 'one');
    await lab.isGone('Cluster', 'one');
    expect(clusters.of('one', reasonOf('Deleting'))).toEqual([
      'NotDeleting',
      'WaitingForWorkersDeletion',
      'WaitingForControlPlaneDeletion',
      'WaitingForInfrastructureDeletion',
      'DeletionCompleted',
    ]);
    await lab.isGone('XOMachineTemplate', 'one-worker');
    await lab.isGone('XOMachineTemplate', 'one-cp');
    await lab.isGone('KubeadmConfigTemplate', 'one-worker');
    await lab.isGone('Secret', 'one-kubeconfig');
    expect(() => lab.workloads.of(metadata.uid)).toThrow();
    expect(lab.warnings).toEqual([]);
  });

  test('one that is made again under the same name is another one', async () => {
    const first = await lab.createCluster({ name: 'twice' });
    await lab.eventually('Cluster', 'twice', 'the first', isWhole(1, 1));
    await lab.delete('Cluster', 'twice');
    await lab.isGone('KubeadmConfigTemplate', 'twice-worker');
    await lab.isGone('XOMachineTemplate', 'twice-cp');
    await lab.isGone('XOMachineTemplate', 'twice-worker');
    const second = await lab.createCluster({ name: 'twice' });
    expect(second.metadata.uid).not.toBe(first.metadata.uid);
    await lab.eventually('Cluster', 'twice', 'the second', isWhole(1, 1));
    expect(lab.warnings).toEqual([]);
  });
});
