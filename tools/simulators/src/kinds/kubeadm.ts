import {
  boolean,
  dateTime,
  filled,
  int32,
  intOrString,
  object,
  oneOf,
  text,
  type Kind,
  type Schema,
} from '../api/index.js';
import {
  scalable,
  deletionTimeouts,
  gates,
  naming,
  reference,
  scaledStatus,
  seconds,
  taints,
  templateMetadata,
  version,
} from './cluster-api-parts.js';
import { clusterApi, replicaColumns } from './cluster-api.js';
import { ageColumn, column, condition } from './columns.js';
import { kubeadmConfigSpec } from './kubeadm-config.js';
import { whole } from './metadata-schema.js';

const controlPlaneSpec: Schema = object({
  replicas: scalable,
  'version!': version,
  kubeadmConfigSpec: kubeadmConfigSpec,
  'machineTemplate!': object({
    metadata: templateMetadata,
    'spec!': object({
      'infrastructureRef!': reference,
      deletion: deletionTimeouts,
      readinessGates: gates,
      taints,
    }),
  }),
  machineNaming: naming,
  rollout: filled({
    after: dateTime,
    before: filled({ certificatesExpiryDays: int32({ minimum: 7 }) }),
    strategy: object(
      { 'type!': oneOf('RollingUpdate'), rollingUpdate: filled({ maxSurge: intOrString }) },
      { minProperties: 1 },
    ),
  }),
  remediation: filled({
    maxRetry: int32(),
    minHealthyPeriodSeconds: seconds,
    retryPeriodSeconds: seconds,
  }),
});

const controlPlaneStatus: Schema = filled({
  ...scaledStatus,
  version,
  initialization: filled({ controlPlaneInitialized: boolean }),
  lastRemediation: object({
    'machine!': text(253),
    'retryCount!': int32({ minimum: 0 }),
    'time!': dateTime,
  }),
});

export const kubeadmKinds: readonly Kind[] = [
  {
    ...clusterApi,
    group: 'controlplane.cluster.x-k8s.io',
    kind: 'KubeadmControlPlane',
    plural: 'kubeadmcontrolplanes',
    shortNames: ['kcp'],
    scale: true,
    schema: whole({ 'spec!': controlPlaneSpec, status: controlPlaneStatus }),
    columns: [
      {
        name: 'Cluster',
        type: 'string',
        cell: ({ metadata }) => metadata.labels?.['cluster.x-k8s.io/cluster-name'],
      },
      condition('Available', 'Available'),
      ...replicaColumns,
      condition('Paused', 'Paused', 10),
      column('Initialized', 'boolean', 'status.initialization.controlPlaneInitialized'),
      ageColumn,
      column('Version', 'string', 'spec.version'),
    ],
  },
  {
    ...clusterApi,
    group: 'bootstrap.cluster.x-k8s.io',
    kind: 'KubeadmConfigTemplate',
    plural: 'kubeadmconfigtemplates',
    status: false,
    schema: whole({
      'spec!': object({
        'template!': object({ metadata: templateMetadata, 'spec!': kubeadmConfigSpec }),
      }),
    }),
    columns: [
      {
        name: 'Cluster',
        type: 'string',
        cell: ({ metadata }) =>
          metadata.ownerReferences?.find(({ kind }) => kind === 'Cluster')?.name,
      },
      ageColumn,
    ],
  },
];
