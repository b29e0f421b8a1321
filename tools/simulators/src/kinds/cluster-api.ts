import {
  boolean,
  dateTime,
  filled,
  intOrString,
  list,
  map,
  object,
  oneOf,
  string,
  text,
  type Column,
  type Kind,
  type Schema,
} from '../api/index.js';
import {
  clusterName,
  conditions,
  count,
  gates,
  labelSelectorSchema,
  machineSpec,
  naming,
  namedReference,
  observedGeneration,
  port,
  reference,
  replicaCounters,
  scalable,
  scaledStatus,
  templateMetadata,
  version,
  versions,
} from './cluster-api-parts.js';
import { ageColumn, column, condition, itemsOf } from './columns.js';
import { whole } from './metadata-schema.js';

const cidrBlocks = object({
  'cidrBlocks!': list(text(43), { minItems: 1, maxItems: 100 }),
});
const groupStatus = object({
  desiredReplicas: count,
  ...replicaCounters,
  versions: versions({ maxItems: 32 }),
});

const clusterSpec: Schema = filled({
  paused: boolean,
  clusterNetwork: filled({
    apiServerPort: port,
    pods: cidrBlocks,
    services: cidrBlocks,
    serviceDomain: text(253),
  }),
  controlPlaneEndpoint: filled({ host: text(512), port }),
  controlPlaneRef: reference,
  infrastructureRef: reference,
  availabilityGates: gates,
  // Only what tells that a ClusterClass manages the cluster.
  topology: object({
    'classRef!': namedReference,
    'version!': version,
  }),
});

const clusterStatus: Schema = filled({
  conditions,
  controlPlane: groupStatus,
  workers: groupStatus,
  initialization: filled({
    infrastructureProvisioned: boolean,
    controlPlaneInitialized: boolean,
  }),
  failureDomains: list(
    object({ 'name!': text(256), controlPlane: boolean, attributes: map(string()) }),
    { minItems: 1, maxItems: 100, uniqueBy: ['name'] },
  ),
  phase: oneOf('Pending', 'Provisioning', 'Provisioned', 'Deleting', 'Failed', 'Unknown'),
  observedGeneration,
});

const nodeInfo: Schema = object(
  Object.fromEntries(
    [
      'architecture',
      'bootID',
      'containerRuntimeVersion',
      'kernelVersion',
      'kubeProxyVersion',
      'kubeletVersion',
      'machineID',
      'operatingSystem',
      'osImage',
      'systemUUID',
    ].map((field) => [`${field}!`, string()]),
  ),
);

const machineStatus: Schema = filled({
  conditions,
  initialization: filled({
    infrastructureProvisioned: boolean,
    bootstrapDataSecretCreated: boolean,
  }),
  nodeRef: namedReference,
  nodeInfo,
  lastUpdated: dateTime,
  failureDomain: text(256),
  addresses: list(
    object({
      'type!': oneOf('Hostname', 'ExternalIP', 'InternalIP', 'ExternalDNS', 'InternalDNS'),
      'address!': text(256),
    }),
    { maxItems: 256 },
  ),
  phase: oneOf(
    'Pending',
    'Provisioning',
    'Provisioned',
    'Running',
    'Updating',
    'Deleting',
    'Deleted',
    'Failed',
    'Unknown',
  ),
  certificatesExpiryDate: dateTime,
  observedGeneration,
  deletion: object({
    nodeDrainStartTime: dateTime,
    waitForNodeVolumeDetachStartTime: dateTime,
    waitForPreDrainHookStartTime: dateTime,
    waitForPreTerminateHookStartTime: dateTime,
  }),
});

/** What MachineDeployment and MachineSet share. */
const machineGroup = {
  'clusterName!': clusterName,
  replicas: scalable,
  'selector!': labelSelectorSchema,
  'template!': object({ metadata: templateMetadata, 'spec!': machineSpec }),
  machineNaming: naming,
  deletion: filled({ order: oneOf('Random', 'Newest', 'Oldest') }),
} as const;

const deploymentSpec: Schema = object({
  ...machineGroup,
  paused: boolean,
  rollout: filled({
    after: dateTime,
    strategy: object(
      {
        'type!': oneOf('RollingUpdate', 'OnDelete'),
        rollingUpdate: filled({ maxSurge: intOrString, maxUnavailable: intOrString }),
      },
      { minProperties: 1 },
    ),
  }),
  remediation: filled({ maxInFlight: intOrString }),
});

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
