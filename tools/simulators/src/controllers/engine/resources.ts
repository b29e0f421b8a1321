import { type Resource } from '@slipway/kube';
import { groups } from '../objects/index.js';

/** Kinds that the controllers watch in the management cluster. */
export const watched = {
  Cluster: resource(groups.core, 'clusters'),
  XOCluster: resource(groups.vates, 'xoclusters'),
  KubeadmControlPlane: resource(groups.controlPlane, 'kubeadmcontrolplanes'),
  MachineDeployment: resource(groups.core, 'machinedeployments'),
  MachineSet: resource(groups.core, 'machinesets'),
  Machine: resource(groups.core, 'machines'),
  XOMachine: resource(groups.vates, 'xomachines'),
  XOMachineTemplate: resource(groups.vates, 'xomachinetemplates'),
  KubeadmConfigTemplate: resource(groups.bootstrap, 'kubeadmconfigtemplates'),
  Secret: { group: '', version: 'v1', plural: 'secrets' },
} as const satisfies Readonly<Record<string, Resource>>;

export type WatchedKind = keyof typeof watched;

function resource(group: string, plural: string): Resource {
  return { group, version: 'v1beta2', plural };
}

export const apiVersionOf = ({ group, version }: Resource): string =>
  group ? `${group}/${version}` : version;
