import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { at, type KubeObject } from '../../api/index.js';
import { announceMissingRealServer, realKubeconfig } from '../../testing/targets.js';
import { Lab, labTargets } from '../testing/lab.js';
import { isWhole, reasonOf, statusOf } from '../testing/looks.js';

// A cluster takes a second; on a busy machine it takes its time.
jest.setTimeout(120_000);

if (!realKubeconfig) announceMissingRealServer('rollouts by the controllers of Cluster API');

const target = 'v1.36.9';

describe.each(labTargets)('rollouts on the %s', (on) => {
  let lab: Lab;

  beforeAll(async () => {
    lab = await Lab.start(on);
    await lab.createCluster({ name: 'roll', controlPlanes: 3, workers: 2 });
    await lab.eventually('Cluster', 'roll', 'the cluster to be there', isWhole(3, 2));
  });

  afterAll(() => lab.stop());

  const isAll = (side: string, replicas: number) => (cluster: KubeObject) =>
    isDeepStrictEqual(at(cluster, 'status', side, 'versions'), [{ version: target, replicas }]);
  /** The least and the most Machines of one group that ran at once. */
  const runningAtOnce = (
    prefix: string,
    states: readonly KubeObject[],
    first: readonly string[],
  ) => {
    const running = new Set(first);
    const sizes = [running.size];
    for (const { metadata, status } of states) {
      if (!metadata.name.startsWith(prefix)) continue;
      if (metadata.deletionTimestamp) running.delete(metadata.name);
      else if (at(status, 'phase') === 'Running') running.add(metadata.name);
      sizes.push(running.size);
    }
    return [Math.min(...sizes), Math.max(...sizes)];
  };

  test('a new version of the control plane adds a Machine, then takes one away, until all are new', async () => {
    const [clusters, planes] = [await lab.watch('Cluster'), await lab.watch('KubeadmControlPlane')];
    const before = (await lab.list('Machine', 'roll')).map(({ metadata }) => metadata.name);
    await lab.patch('KubeadmControlPlane', 'roll-cp', {
      spec: { version: target, kubeadmConfigSpec: { preKubeadmCommands: [`FULL="${target}"`] } },
    });
    await lab.eventually(
      'Cluster',
      'roll',
      'three new control plane Machines',
      (one) => isWhole(3, 2)(one) && isAll('controlPlane', 3)(one),
    );
    const after = (await lab.list('Machine', 'roll')).map(({ metadata }) => metadata.name);
    const kept = after.filter((name) => before.includes(name));
    expect(kept.every((name) => name.includes('-md-0-'))).toBe(true);
    const sizes = planes.states.map(({ status }) => Number(status?.['replicas']));
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([3, 4]);
    expect(clusters.of('roll', statusOf('RollingOut'))).toEqual(['False', 'True', 'False']);
    // The surge: more Machines than wanted, three times.
    const flaps = clusters.of('roll', statusOf('ScalingDown'));
    expect(flaps).toEqual(['False', 'True', 'False', 'True', 'False', 'True', 'False']);
    const messages = planes.states.flatMap((plane) => {
      const conditions = (plane.status?.['conditions'] ?? []) as {
        type: string;
        message: string;
      }[];
      return conditions.filter(({ type }) => type === 'RollingOut').map(({ message }) => message);
    });
    expect(messages).toContain(
      `Rolling out 3 not up-to-date replicas\n* Version v1.36.8, ${target} required\n* KubeadmConfig is not up-to-date`,
    );
    expect(clusters.of('roll', statusOf('Available'))).toEqual(['True']);
    expect(lab.warnings).toEqual([]);
  });

  test('a new version of the workers keeps as many available as are wanted', async () => {
    const machines = await lab.watch('Machine');
    const old = (await lab.list('Machine', 'roll'))
      .map(({ metadata }) => metadata.name)
      .filter((name) => name.startsWith('roll-md-0-'));
    await lab.patch('MachineDeployment', 'roll-md-0', {
      spec: { template: { spec: { version: target } } },
    });
    await lab.eventually(
      'Cluster',
      'roll',
      'two new workers',
      (one) => isWhole(3, 2)(one) && isAll('workers', 2)(one),
    );
    expect(runningAtOnce('roll-md-0-', machines.states, old)).toEqual([2, 3]);
    const sets = await lab.list('MachineSet', 'roll');
    const revision = 'machinedeployment.clusters.x-k8s.io/revision';
    await lab.eventually(
      'MachineDeployment',
      'roll-md-0',
      'the second revision',
      ({ metadata }) => metadata.annotations?.[revision] === '2',
    );
    expect(sets.filter(({ spec }) => spec?.['replicas'] !== 0)).toHaveLength(1);
    expect(lab.warnings).toEqual([]);
  });

  test('while the control plane is upgraded to another minor, lost workers are not replaced', async () => {
    await lab.patch('KubeadmControlPlane', 'roll-cp', { spec: { version: 'v1.37.0' } });
    const [worker] = (await lab.list('Machine', 'roll')).filter(({ metadata }) =>
      metadata.name.includes('-md-0-'),
    );
    await lab.delete('Machine', worker?.metadata.name ?? '');
    await lab.isGone('Machine', worker?.metadata.name ?? '');
    const [set] = (await lab.list('MachineSet', 'roll')).filter(
      ({ spec }) => spec?.['replicas'] === 2,
    );
    const blocked = await lab.eventually(
      'MachineSet',
      set?.metadata.name ?? '',
      'the preflight check to fail',
      (one) => JSON.stringify(one.status).includes('preflight check failed'),
    );
    expect(reasonOf('ScalingUp')(blocked)).toBe('ScalingUp');
    expect(JSON.stringify(blocked.status)).toMatch(
      /Scaling up from 1 to 2 replicas is blocked because/,
    );
    await lab.patch('MachineDeployment', 'roll-md-0', {
      spec: { template: { spec: { version: 'v1.37.0' } } },
    });
    await lab.eventually('Cluster', 'roll', 'all of it to be new', isWhole(3, 2));
    expect(lab.warnings).toEqual([]);
  });
});
