import { object, open, string, type Kind } from '../api/index.js';
import { ageColumn, column } from './columns.js';
import {
  disruptionBudgetSpec,
  persistentVolumeSpec,
  volumeAttachmentSpec,
} from './core-schemas.js';
import { whole } from './metadata-schema.js';

const builtIn = {
  version: 'v1',
  custom: false,
  generation: false,
  status: true,
} as const;

const pending = { status: { phase: 'Pending' } } as const;

/** apps/v1 kinds: kubectl's drain looks for a Pod's DaemonSet. */
const apps = (kind: string, plural: string, shortName: string): Kind => ({
  ...builtIn,
  group: 'apps',
  namespaced: true,
  generation: true,
  kind,
  plural,
  shortNames: [shortName],
  ...(kind === 'DaemonSet' ? {} : { scale: true }),
  schema: whole({ spec: open({ 'selector!': open(), 'template!': open() }), status: open() }),
  columns: [
    column('Desired', 'integer', 'spec.replicas'),
    column('Ready', 'integer', 'status.readyReplicas'),
    ageColumn,
  ],
});

/** What a workload cluster serves beside the core kinds. */
export const workloadKinds: readonly Kind[] = [
  {
    ...builtIn,
    group: '',
    namespaced: false,
    kind: 'PersistentVolume',
    plural: 'persistentvolumes',
    shortNames: ['pv'],
    schema: whole({ spec: persistentVolumeSpec, status: open({ phase: string() }) }),
    initialise: (volume) => void Object.assign(volume, structuredClone(pending)),
    columns: [
      column('Capacity', 'string', 'spec.capacity.storage'),
      column('Reclaim Policy', 'string', 'spec.persistentVolumeReclaimPolicy'),
      column('Status', 'string', 'status.phase'),
      {
        name: 'Claim',
        type: 'string',
        cell: ({ spec }) => {
          const { namespace, name } = (spec?.['claimRef'] ?? {}) as Record<string, string>;
          return name ? `${namespace}/${name}` : '';
        },
      },
      column('StorageClass', 'string', 'spec.storageClassName'),
      ageColumn,
    ],
  },
  {
    ...builtIn,
    group: '',
    namespaced: true,
    kind: 'PersistentVolumeClaim',
    plural: 'persistentvolumeclaims',
    shortNames: ['pvc'],
    schema: whole({ spec: open(), status: open({ phase: string() }) }),
    initialise: (claim) => void Object.assign(claim, structuredClone(pending)),
    columns: [
      column('Status', 'string', 'status.phase'),
      column('Volume', 'string', 'spec.volumeName'),
      column('StorageClass', 'string', 'spec.storageClassName'),
      ageColumn,
    ],
  },
  {
    ...builtIn,
    group: 'storage.k8s.io',
    namespaced: false,
    kind: 'VolumeAttachment',
    plural: 'volumeattachments',
    schema: whole({
      'spec!': volumeAttachmentSpec,
      status: object({
        'attached!': { type: 'boolean' },
        attachmentMetadata: open(),
        attachError: open(),
        detachError: open(),
      }),
    }),
    columns: [
      column('Attacher', 'string', 'spec.attacher'),
      column('PV', 'string', 'spec.source.persistentVolumeName'),
      column('Node', 'string', 'spec.nodeName'),
      column('Attached', 'boolean', 'status.attached'),
      ageColumn,
    ],
    initialise: (attachment) => {
      attachment.status = { attached: false };
    },
  },
  {
    ...builtIn,
    group: 'policy',
    namespaced: true,
    generation: true,
    kind: 'PodDisruptionBudget',
    plural: 'poddisruptionbudgets',
    shortNames: ['pdb'],
    schema: whole({ spec: disruptionBudgetSpec, status: open() }),
    columns: [
      column('Min Available', 'string', 'spec.minAvailable'),
      column('Max Unavailable', 'string', 'spec.maxUnavailable'),
      column('Allowed Disruptions', 'integer', 'status.disruptionsAllowed'),
      ageColumn,
    ],
  },
  apps('DaemonSet', 'daemonsets', 'ds'),
  apps('Deployment', 'deployments', 'deploy'),
  apps('ReplicaSet', 'replicasets', 'rs'),
  apps('StatefulSet', 'statefulsets', 'sts'),
];
