import { filled, object, oneOf, type Column, type Kind } from '../api/index.js';
import { machineSpec, scaledStatus } from './cluster-api-parts.js';
import {
  clusterSpec,
  clusterStatus,
  deploymentSpec,
  machineGroup,
  machineStatus,
} from './cluster-api-schemas.js';
import { ageColumn, column, condition, itemsOf } from './columns.js';
import { whole } from './metadata-schema.js';

export const clusterApi = {
  group: 'cluster.x-k8s.io',
  version: 'v1beta2',
  namespaced: true,
  custom: true,
  generation: true,
  status: true,
} as const;

const address = (name: string, type: string): Column => ({
  name,
  type: 'string',
  priority: 10,
  cell: (machine) =>
    itemsOf(machine, 'status', 'addresses').find((one) => one['type'] === type)?.['address'],
});

/** The columns of everything that scales. */
export const replicaColumns: readonly Column[] = [
  column('Desired', 'integer', 'spec.replicas'),
  column('Current', 'integer', 'status.replicas'),
  column('Ready', 'integer', 'status.readyReplicas'),
  column('Available', 'integer', 'status.availableReplicas'),
  column('Up-to-date', 'integer', 'status.upToDateReplicas'),
];

export const clusterApiKinds: readonly Kind[] = [
  {
    ...clusterApi,
    kind: 'Cluster',
    plural: 'clusters',
    shortNames: ['cl'],
    schema: whole({ 'spec!': clusterSpec, status: clusterStatus }),
    columns: [
      column('ClusterClass', 'string', 'spec.topology.classRef.name'),
      condition('Available', 'Available'),
      column('CP Desired', 'integer', 'status.controlPlane.desiredReplicas'),
      column('CP Available', 'integer', 'status.controlPlane.availableReplicas'),
      column('CP Up-to-date', 'integer', 'status.controlPlane.upToDateReplicas'),
      column('W Desired', 'integer', 'status.workers.desiredReplicas'),
      column('W Available', 'integer', 'status.workers.availableReplicas'),
      column('W Up-to-date', 'integer', 'status.workers.upToDateReplicas'),
      condition('Paused', 'Paused', 10),
      column('Phase', 'string', 'status.phase'),
      ageColumn,
    ],
  },
  {
    ...clusterApi,
    kind: 'Machine',
    plural: 'machines',
    shortNames: ['ma'],
    schema: whole({ 'spec!': machineSpec, status: machineStatus }),
    columns: [
      column('Cluster', 'string', 'spec.clusterName'),
      column('Node Name', 'string', 'status.nodeRef.name'),
      column('Provider ID', 'string', 'spec.providerID', 10),
      condition('Ready', 'Ready'),
      condition('Available', 'Available'),
      condition('Up-to-date', 'UpToDate'),
      address('Internal-IP', 'InternalIP'),
      condition('Paused', 'Paused', 10),
      column('Phase', 'string', 'status.phase'),
      ageColumn,
      column('Version', 'string', 'spec.version'),
    ],
  },
  {
    ...clusterApi,
    kind: 'MachineDeployment',
    plural: 'machinedeployments',
    shortNames: ['md'],
    scale: true,
    schema: whole({
      'spec!': deploymentSpec,
      status: filled({
        ...scaledStatus,
        phase: oneOf('ScalingUp', 'ScalingDown', 'Running', 'Failed', 'Unknown'),
      }),
    }),
    columns: [
      column('Cluster', 'string', 'spec.clusterName'),
      condition('Available', 'Available'),
      ...replicaColumns,
      condition('Paused', 'Paused', 10),
      column('Phase', 'string', 'status.phase'),
      ageColumn,
      column('Version', 'string', 'spec.template.spec.version'),
    ],
  },
  {
    ...clusterApi,
    kind: 'MachineSet',
    plural: 'machinesets',
    shortNames: ['ms'],
    scale: true,
    schema: whole({ 'spec!': object(machineGroup), status: filled(scaledStatus) }),
    columns: [
      column('Cluster', 'string', 'spec.clusterName'),
      ...replicaColumns,
      condition('Paused', 'Paused', 10),
      ageColumn,
      column('Version', 'string', 'spec.template.spec.version'),
    ],
  },
];
