import {
  dateTime,
  filled,
  int32,
  int64,
  list,
  map,
  object,
  oneOf,
  string,
  text,
  type Schema,
} from '../api/index.js';

const subdomain = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';
const qualifiedName =
  '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$';
const taintKey =
  '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\\/)?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$';

/** What Cluster API's v1beta2 kinds share; every rule is the CRD's, nothing is looser. */
export const reference: Schema = object({
  'apiGroup!': text(253, { pattern: subdomain }),
  'kind!': text(63, { pattern: '^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$' }),
  'name!': text(253, { pattern: subdomain }),
});

export const namedReference: Schema = object({ 'name!': text(253, { pattern: subdomain }) });
export const clusterName: Schema = text(63);
export const version: Schema = text(256);
export const count: Schema = int32();
/** Where `/scale` reads and writes, the API server itself refuses what is below zero. */
export const scalable: Schema = int32({ minimum: 0 });
export const seconds: Schema = int32({ minimum: 0 });
export const port: Schema = int32({ minimum: 1, maximum: 65535 });
export const observedGeneration: Schema = int64({ minimum: 1 });

export const conditions: Schema = list(
  object({
    'type!': string({ maxLength: 316, pattern: qualifiedName }),
    'status!': oneOf('True', 'False', 'Unknown'),
    'reason!': text(1024, { pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$' }),
    'message!': string({ maxLength: 32768 }),
    'lastTransitionTime!': dateTime,
    observedGeneration: int64({ minimum: 0 }),
  }),
  { maxItems: 32, uniqueBy: ['type'] },
);

/** Further conditions that count for an aggregate. */
export const gates: Schema = list(
  object({
    'conditionType!': text(316, { pattern: qualifiedName }),
    polarity: oneOf('Positive', 'Negative'),
  }),
  { minItems: 1, maxItems: 32, uniqueBy: ['conditionType'] },
);

export const taints: Schema = list(
  object({
    'key!': text(317, { pattern: taintKey }),
    value: text(63, { pattern: '^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$' }),
    'effect!': oneOf('NoSchedule', 'PreferNoSchedule', 'NoExecute'),
    'propagation!': oneOf('Always', 'OnInitialization'),
  }),
  { minItems: 1, maxItems: 64, uniqueBy: ['key', 'effect'] },
);

export const deletionTimeouts: Schema = filled({
  nodeDrainTimeoutSeconds: seconds,
  nodeVolumeDetachTimeoutSeconds: seconds,
  nodeDeletionTimeoutSeconds: seconds,
});

export const templateMetadata: Schema = filled({
  labels: map(string()),
  annotations: map(string()),
});

export const naming: Schema = filled({ template: text(256) });

export const labelSelectorSchema: Schema = object({
  matchLabels: map(string()),
  matchExpressions: list(
    object({ 'key!': string(), 'operator!': string(), values: list(string()) }),
  ),
});

/** The spec of a Machine, alone or in a template. */
export const machineSpec: Schema = object({
  'clusterName!': clusterName,
  'bootstrap!': object({ configRef: reference, dataSecretName: string({ maxLength: 253 }) }),
  'infrastructureRef!': reference,
  version,
  providerID: text(512),
  failureDomain: text(256),
  minReadySeconds: seconds,
  readinessGates: gates,
  deletion: deletionTimeouts,
  taints,
});

/** How many replicas run which version; a list of type map in all kinds but Cluster. */
export const versions = (options: Partial<Schema>): Schema =>
  list(object({ 'version!': version, replicas: int32({ minimum: 1 }) }), {
    minItems: 1,
    ...options,
  });

export const replicaCounters = {
  replicas: count,
  readyReplicas: count,
  availableReplicas: count,
  upToDateReplicas: count,
} as const;

/** The status of what scales: MachineDeployment, MachineSet, KubeadmControlPlane. */
export const scaledStatus = {
  ...replicaCounters,
  replicas: scalable,
  conditions,
  observedGeneration,
  selector: text(4096),
  versions: versions({ maxItems: 100, uniqueBy: ['version'] }),
} as const;
