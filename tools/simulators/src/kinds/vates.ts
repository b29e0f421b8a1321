import {
  boolean,
  filled,
  int32,
  list,
  object,
  oneOf,
  string,
  type Kind,
  type Schema,
} from '../api/index.js';
import { conditions, port } from './cluster-api-parts.js';
import { clusterApi } from './cluster-api.js';
import { ageColumn, column } from './columns.js';
import { whole } from './metadata-schema.js';

const named = string({ minLength: 1 });
const identityRef = object({ 'name!': named });

const quantity: Schema = {
  type: 'int-or-string',
  pattern:
    '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
};

const endpoint: Schema = object({
  'host!': string(),
  'port!': port,
  subnet: int32({ minimum: 1, maximum: 32 }),
});

const clusterSpec: Schema = object({
  controlPlaneEndpoint: endpoint,
  controlPlaneLB: oneOf('kube-vip'),
  injectSSHKeys: { ...boolean, default: false },
  identityRef,
  addons: object({
    ccm: { ...boolean, default: true },
    csi: { ...boolean, default: true },
    cni: oneOf('none', 'cilium'),
    cilium: object({ kubeProxyReplacement: boolean, k8sServiceHost: named, k8sServicePort: port }),
    nodeOutOfService: object({
      enabled: { ...boolean, default: true },
      syncPeriod: string(),
      gracePeriod: string(),
    }),
  }),
});

const machineSpec: Schema = object({
  'namePrefix!': named,
  templateID: string(),
  templateName: string(),
  poolID: string(),
  poolName: string(),
  networkConfig: object({
    networks: list(object({ networkID: string(), name: string() })),
    allowedIPRange: string(),
    guestConfig: string(),
    addressesFromPools: list(object({ 'apiGroup!': named, 'kind!': named, 'name!': named })),
  }),
  resourceSet: object({ cpus: int32({ minimum: 1 }), memory: quantity, diskSize: quantity }),
  failureDomain: string(),
  bootstrapProvider: string({ maxLength: 63, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$' }),
  bootstrap: object({ format: oneOf('cloudinit'), cloudInit: boolean, kubeVIP: boolean }),
  bootstrapData: string(),
  identityRef,
  tags: list(named),
  providerID: string(),
});

/** What the statuses of XOCluster and XOMachine share. */
const infrastructureStatus = {
  ready: boolean,
  initialization: filled({ provisioned: boolean }),
  failureReason: string(),
  failureMessage: string(),
  conditions,
} as const;

const vates = { ...clusterApi, group: 'vates.infrastructure.cluster.x-k8s.io' } as const;

/** Xen Orchestra's infrastructure kinds, as the Vates provider defines them. */
export const vatesKinds: readonly Kind[] = [
  {
    ...vates,
    kind: 'XOCluster',
    plural: 'xoclusters',
    schema: whole({
      spec: clusterSpec,
      status: object({ ...infrastructureStatus, controlPlaneEndpoint: endpoint }),
    }),
    columns: [
      column('Ready', 'boolean', 'status.ready'),
      column('Endpoint', 'string', 'spec.controlPlaneEndpoint.host'),
      ageColumn,
    ],
  },
  {
    ...vates,
    kind: 'XOMachineTemplate',
    plural: 'xomachinetemplates',
    status: false,
    schema: whole({ spec: object({ 'template!': object({ 'spec!': machineSpec }) }) }),
    columns: [ageColumn],
  },
  {
    ...vates,
    kind: 'XOMachine',
    plural: 'xomachines',
    schema: whole({
      spec: machineSpec,
      status: object({
        ...infrastructureStatus,
        providerID: string(),
        addresses: list(
          object({
            'type!': oneOf('Hostname', 'ExternalIP', 'InternalIP', 'ExternalDNS', 'InternalDNS'),
            'address!': string(),
          }),
        ),
      }),
    }),
    columns: [
      column('Ready', 'boolean', 'status.ready'),
      column('ProviderID', 'string', 'spec.providerID'),
      ageColumn,
    ],
  },
];
