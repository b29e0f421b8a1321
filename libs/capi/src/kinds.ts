/** A kind by the names that paths, objects and references have for it. */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
}

const of = (group: string, kind: string, plural: string): Kind => ({
  group,
  version: 'v1beta2',
  plural,
  kind,
});

const vates = 'vates.infrastructure.cluster.x-k8s.io';

export const cluster = of('cluster.x-k8s.io', 'Cluster', 'clusters');
export const machineDeployment = of('cluster.x-k8s.io', 'MachineDeployment', 'machinedeployments');
export const controlPlane = of(
  'controlplane.cluster.x-k8s.io',
  'KubeadmControlPlane',
  'kubeadmcontrolplanes',
);
export const bootstrapTemplate = of(
  'bootstrap.cluster.x-k8s.io',
  'KubeadmConfigTemplate',
  'kubeadmconfigtemplates',
);
export const machine = of('cluster.x-k8s.io', 'Machine', 'machines');
export const xoCluster = of(vates, 'XOCluster', 'xoclusters');
export const xoMachineTemplate = of(vates, 'XOMachineTemplate', 'xomachinetemplates');

export const apiVersionOf = ({ group, version }: Kind): string => `${group}/${version}`;

/** As v1beta2 of Cluster API points at an object of the same namespace. */
export const referenceTo = ({ group, kind }: Kind, name: string) => ({
  apiGroup: group,
  kind,
  name,
});
