import { blockAt } from './block.js';
import { type ClusterDefaults } from './cluster-defaults.js';

/** Whether control planes keep their data in an etcd elsewhere, so that their count may be even. */
export function hasExternalEtcd({ controlPlaneKubeadmConfig }: ClusterDefaults): boolean {
  const external = blockAt(controlPlaneKubeadmConfig, 'clusterConfiguration', 'etcd', 'external');
  return Object.keys(external).length > 0;
}
