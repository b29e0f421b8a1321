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
  type Schema,
} from '../api/index.js';
import {
  clusterName,
  conditions,
  count,
  gates,
  labelSelectorSchema,
  machineSpec,
  namedReference,
  naming,
  observedGeneration,
  port,
  reference,
  replicaCounters,
  scalable,
  templateMetadata,
  version,
  versions,
} from './cluster-api-parts.js';

const cidrBlocks = object({
  'cidrBlocks!': list(text(43), { minItems: 1, maxItems: 100 }),
});
const groupStatus = object({
  desiredReplicas: count,
  ...replicaCounters,
  versions: versions({ maxItems: 32 }),
});

export const clusterSpec: Schema = filled({
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

export const clusterStatus: Schema = filled({
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

export const machineStatus: Schema = filled({
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
export const machineGroup = {
  'clusterName!': clusterName,
  replicas: scalable,
  'selector!': labelSelectorSchema,
  'template!': object({ metadata: templateMetadata, 'spec!': machineSpec }),
  machineNaming: naming,
  deletion: filled({ order: oneOf('Random', 'Newest', 'Oldest') }),
} as const;

export const deploymentSpec: Schema = object({
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
