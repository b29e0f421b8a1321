import {
  boolean,
  dateTime,
  int32,
  int64,
  list,
  map,
  object,
  open,
  string,
  type Schema,
} from '../api/index.js';

/**
 * Built-in kinds, checked lightly: names and types of the fields that a client of ours writes or
 * reads, while deeper parts are kept as they come.
 */
const texts = list(string());
const quantities = map({ type: 'int-or-string' });

const taint: Schema = object({
  'key!': string(),
  value: string(),
  'effect!': string(),
  timeAdded: dateTime,
});

export const nodeSpec: Schema = object({
  podCIDR: string(),
  podCIDRs: texts,
  providerID: string(),
  unschedulable: boolean,
  taints: list(taint),
  configSource: open(),
  externalID: string(),
});

export const nodeStatus: Schema = open({
  capacity: quantities,
  allocatable: quantities,
  conditions: list(open({ 'type!': string(), 'status!': string() })),
  addresses: list(object({ 'type!': string(), 'address!': string() })),
  nodeInfo: open({ kubeletVersion: string() }),
});

const container: Schema = open({
  'name!': string({ minLength: 1 }),
  image: string(),
  command: texts,
  args: texts,
});

/** Closed on its first level, so that a misspelt field is noticed. */
export const podSpec: Schema = object({
  'containers!': list(container, { minItems: 1 }),
  initContainers: list(container),
  ephemeralContainers: list(open()),
  volumes: list(open({ 'name!': string() })),
  nodeName: string(),
  nodeSelector: map(string()),
  restartPolicy: string(),
  terminationGracePeriodSeconds: int64(),
  activeDeadlineSeconds: int64(),
  dnsPolicy: string(),
  dnsConfig: open(),
  serviceAccountName: string(),
  serviceAccount: string(),
  automountServiceAccountToken: boolean,
  hostNetwork: boolean,
  hostPID: boolean,
  hostIPC: boolean,
  hostname: string(),
  subdomain: string(),
  securityContext: open(),
  imagePullSecrets: list(open()),
  affinity: open(),
  schedulerName: string(),
  tolerations: list(open()),
  hostAliases: list(open()),
  priorityClassName: string(),
  priority: int32(),
  preemptionPolicy: string(),
  readinessGates: list(open()),
  runtimeClassName: string(),
  enableServiceLinks: boolean,
  topologySpreadConstraints: list(open()),
  shareProcessNamespace: boolean,
  overhead: quantities,
  os: open(),
  hostUsers: boolean,
});

export const persistentVolumeSpec: Schema = open({
  capacity: quantities,
  accessModes: texts,
  persistentVolumeReclaimPolicy: string(),
  storageClassName: string(),
  volumeMode: string(),
  claimRef: open({ namespace: string(), name: string() }),
  nodeAffinity: open(),
  csi: open({ 'driver!': string(), 'volumeHandle!': string(), volumeAttributes: map(string()) }),
  nfs: object({ 'server!': string(), 'path!': string(), readOnly: boolean }),
  local: object({ 'path!': string(), fsType: string() }),
});

export const volumeAttachmentSpec: Schema = object({
  'attacher!': string({ minLength: 1 }),
  'nodeName!': string({ minLength: 1 }),
  'source!': object({ persistentVolumeName: string(), inlineVolumeSpec: open() }),
});

export const disruptionBudgetSpec: Schema = object({
  minAvailable: { type: 'int-or-string' },
  maxUnavailable: { type: 'int-or-string' },
  selector: open(),
  unhealthyPodEvictionPolicy: string(),
});

export const configMapFields = {
  data: map(string()),
  binaryData: map(string()),
  immutable: boolean,
} as const;

const base64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';

export const secretFields = {
  data: map(string({ pattern: base64 })),
  stringData: map(string()),
  type: string(),
  immutable: boolean,
} as const;

export const eventFields = {
  involvedObject: open(),
  regarding: open(),
  reason: string(),
  message: string(),
  note: string(),
  type: string(),
  count: int32(),
  action: string(),
  reportingComponent: string(),
  reportingInstance: string(),
  firstTimestamp: dateTime,
  lastTimestamp: dateTime,
  eventTime: dateTime,
  source: open(),
  related: open(),
  series: open(),
} as const;
