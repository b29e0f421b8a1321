import { aMachine } from '@slipway/capi/builders';

const manager = (name: string, paths: readonly string[]) => ({
  manager: name,
  operation: 'Update',
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  time: '2026-10-14T08:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1: Object.fromEntries(
    paths.map((path) => [
      `f:${path}`,
      {
        '.': {},
        'f:lastTransitionTime': {},
        'f:message': {},
        'f:observedGeneration': {},
        'f:reason': {},
        'f:status': {},
      },
    ]),
  ),
});

const conditions = ['Ready', 'BootstrapReady', 'InfrastructureReady', 'NodeHealthy'];
const written = [
  ...conditions,
  'Available',
  'UpToDate',
  'Deleting',
  'NodeReady',
  'addresses',
  'certificatesExpiryDate',
  'nodeInfo',
  'phase',
];

/** A Machine as a cluster in use has it, about 5 KB of JSON, half of it managedFields. */
export function aLargeMachine(name: string, cluster: string, index: number): object {
  const address = `10.${30 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
  const built = aMachine(name, cluster)
    .resourceVersion(String(100_000 + index))
    .label('cluster.x-k8s.io/deployment-name', `${cluster}-md-0`)
    .label('cluster.x-k8s.io/set-name', `${cluster}-md-0-5b9c7`)
    .label('machine-template-hash', '1837462839-x2x4z')
    .addresses(['InternalIP', address], ['Hostname', name])
    .build();
  const status = {
    ...built.status,
    nodeInfo: {
      architecture: 'amd64',
      bootID: built.metadata.uid,
      machineID: built.metadata.uid,
      containerRuntimeVersion: 'containerd://2.1.4',
      kernelVersion: '6.8.0-71-generic',
      kubeletVersion: 'v1.36.8',
      osImage: 'Ubuntu 24.04.3 LTS',
      operatingSystem: 'linux',
    },
    deprecated: {
      v1beta1: {
        conditions: conditions.map((type) => ({
          type,
          status: 'True',
          lastTransitionTime: '2026-10-14T08:00:00Z',
        })),
      },
    },
  };
  const metadata = {
    ...built.metadata,
    finalizers: ['machine.cluster.x-k8s.io'],
    ownerReferences: [
      {
        apiVersion: 'cluster.x-k8s.io/v1beta2',
        kind: 'MachineSet',
        name: `${cluster}-md-0-5b9c7`,
        uid: built.metadata.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ],
    managedFields: [
      manager('capi-machineset', ['metadata', 'labels', 'ownerReferences', 'clusterName']),
      manager('manager', written),
    ],
  };
  return { ...built, metadata, status };
}
