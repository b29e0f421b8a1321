import { describe, expect, test } from '@jest/globals';
import { sampleCreation, sampleDefaults } from '../../builders/index.js';
import { Catalogue } from '../../catalogue/index.js';
import { decodeDefaults } from '../defaults/index.js';
import { checkAgainstDefaults, checkVersion } from './index.js';

describe('the version', () => {
  const catalogue = new Catalogue([{ version: '1.36', releases: ['1.36.9', '1.36.8'] }]);

  test.each(['1.36.9', '1.36.8'])('%s is on offer', (kubernetes_version) => {
    expect(checkVersion({ kubernetes_version }, catalogue)).toEqual([]);
  });

  test.each(['v1.36.9', '1.36', '1.36.10', '1.36.9-rc.1', ' 1.36.9'])('%s is not', (version) => {
    const faults = checkVersion({ kubernetes_version: version }, catalogue);
    expect(faults.map(({ name, more: { tag, value } }) => [name, tag, value])).toEqual([
      ['ClusterCreateParams.KubernetesVersion', 'available', version],
    ]);
  });
});

describe('beside the defaults', () => {
  const stacked = 'clusterConfiguration: {etcd: {local: {dataDir: /etcd}}}';
  const external = 'clusterConfiguration: {etcd: {external: {endpoints: [https://etcd:2379]}}}';

  test.each<[workerName: string, name: number, fault: string | undefined]>([
    ['md-0', 56, undefined],
    ['worker', 56, undefined],
    ['workers', 55, undefined],
    ['workers', 56, 'Name max=55'],
    ['w'.repeat(61), 1, undefined],
    ['w'.repeat(61), 2, 'Name max=1'],
  ])('with workers called %s a name of %i characters: %s', (workerName, length, fault) => {
    const faults = faultsOf({ workerName }, { name: 'a'.repeat(length) });
    expect(faults).toEqual(fault ? [fault] : []);
  });

  test.each<[config: string, replicas: number, fault: string | undefined]>([
    ['{}', 1, undefined],
    ['{}', 3, undefined],
    ['{}', 2, 'ControlPlaneReplicas odd'],
    [stacked, 4, 'ControlPlaneReplicas odd'],
    ['clusterConfiguration: {etcd: {external: }}', 2, 'ControlPlaneReplicas odd'],
    ['clusterConfiguration: {etcd: {external: {}}}', 2, 'ControlPlaneReplicas odd'],
    [external, 2, undefined],
    [external, 3, undefined],
  ])('%s with %i control planes: %s', (controlPlaneKubeadmConfig, replicas, fault) => {
    const faults = faultsOf({ controlPlaneKubeadmConfig }, { control_plane_replicas: replicas });
    expect(faults).toEqual(fault ? [fault] : []);
  });

  function faultsOf(data: object, params: object): readonly string[] {
    const decoded = decodeDefaults({ ...sampleDefaults, ...data });
    if ('faults' in decoded) throw new Error(JSON.stringify(decoded.faults));
    return checkAgainstDefaults({ ...sampleCreation, ...params }, decoded.defaults).map(
      ({ more: { field, tag, param } }) => `${field} ${tag}${param && `=${param}`}`,
    );
  }
});
