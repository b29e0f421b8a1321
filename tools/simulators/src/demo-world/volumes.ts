import { type KubeObject, type Tree } from '../api/index.js';
import { type PlannedMachine } from './machines.js';
import { localStorageId, poolId, sharedStorageId, uuidOf } from './names.js';
import { type Inside } from './workload.js';

const xoDriver = 'csi.xenorchestra.vates.tech';

/** Volumes of every kind of source, attached, detached, claimed and free, one of them beyond 2^53 bytes. */
export function volumesOf(inside: Inside): KubeObject[] {
  const { plan, machines } = inside;
  const workers = machines.filter(({ role }) => role === 'worker');
  const [first, second] = [workers[0], workers[1 % workers.length]];
  const named = (claim: string) => `pvc-${uuidOf('volume', plan.name, claim)}`;
  const database = named('data-postgres-0');
  const media = named('media');
  const released = named('old-media');
  return [
    ...claimed(inside, {
      name: database,
      claim: 'data-postgres-0',
      storage: '20Gi',
      source: xo(plan.name, 'data-postgres-0', 'shared'),
      storageClass: 'xo',
      nodeAffinity: inPool,
    }),
    ...claimed(inside, {
      name: media,
      claim: 'media',
      storage: '150G',
      source: xo(plan.name, 'media', 'local'),
      storageClass: 'xo-local',
      nodeAffinity: inPool,
    }),
    volume(inside, {
      name: released,
      storage: '8Gi',
      source: xo(plan.name, 'old-media', 'shared'),
      storageClass: 'xo',
      phase: 'Released',
      claim: 'old-media',
    }),
    volume(inside, {
      name: 'archive',
      storage: '12Pi',
      source: { nfs: { server: '10.20.0.5', path: '/export/archive', readOnly: true } },
      accessModes: ['ReadOnlyMany'],
      phase: 'Available',
    }),
    ...(first ? [localDisk(inside, first)] : []),
    ...(first ? [attachment(inside, database, first, true)] : []),
    ...(second ? [attachment(inside, media, second, true)] : []),
    ...(second ? [attachment(inside, released, second, false)] : []),
  ];
}

interface VolumePlan {
  readonly name: string;
  readonly storage: string;
  /** Kubernetes' source field with its details. */
  readonly source: Tree;
  readonly storageClass?: string;
  readonly accessModes?: readonly string[];
  readonly nodeAffinity?: Tree;
  readonly phase?: string;
  /** The claim's name in namespace `shop`. */
  readonly claim?: string;
}

const xo = (cluster: string, claim: string, storageType: 'shared' | 'local'): Tree => ({
  csi: {
    driver: xoDriver,
    volumeHandle: uuidOf('vdi', cluster, claim),
    fsType: 'ext4',
    volumeAttributes: {
      poolId,
      poolName: 'lab-pool',
      srId: storageType === 'shared' ? sharedStorageId : localStorageId,
      srName: storageType === 'shared' ? 'nfs-shared' : 'local-nvme',
      storageType,
    },
  },
});

const onlyWhere = (key: string, value: string): Tree => ({
  required: {
    nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: [value] }] }],
  },
});

const inPool = onlyWhere('topology.k8s.xenorchestra/pool_id', poolId);

function volume({ metadata }: Inside, plan: VolumePlan): KubeObject {
  const { name, storage, source, storageClass, nodeAffinity, claim, phase = 'Bound' } = plan;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: metadata(name, { hours: 20 }),
    spec: {
      capacity: { storage },
      accessModes: [...(plan.accessModes ?? ['ReadWriteOnce'])],
      persistentVolumeReclaimPolicy: storageClass === 'xo' ? 'Delete' : 'Retain',
      volumeMode: 'Filesystem',
      ...(storageClass ? { storageClassName: storageClass } : {}),
      ...(claim
        ? { claimRef: { kind: 'PersistentVolumeClaim', namespace: 'shop', name: claim } }
        : {}),
      ...(nodeAffinity ? { nodeAffinity } : {}),
      ...source,
    },
    status: { phase },
  };
}

function claimed(inside: Inside, plan: VolumePlan & { readonly claim: string }): KubeObject[] {
  const { claim, storage, storageClass, name } = plan;
  return [
    volume(inside, plan),
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: inside.metadata(claim, { namespace: 'shop', hours: 20 }),
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage } },
        ...(storageClass ? { storageClassName: storageClass } : {}),
        volumeName: name,
      },
      status: { phase: 'Bound', capacity: { storage } },
    },
  ];
}

const localDisk = (inside: Inside, { nodeName }: PlannedMachine): KubeObject =>
  volume(inside, {
    name: `local-${nodeName}`,
    storage: '500Gi',
    source: { local: { path: '/mnt/disks/ssd1', fsType: 'xfs' } },
    storageClass: 'local-ssd',
    nodeAffinity: onlyWhere('kubernetes.io/hostname', nodeName),
    phase: 'Available',
  });

function attachment(
  { metadata, plan }: Inside,
  volumeName: string,
  { nodeName }: PlannedMachine,
  attached: boolean,
): KubeObject {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttachment',
    metadata: metadata(`csi-${uuidOf('attachment', plan.name, volumeName).replaceAll('-', '')}`, {
      hours: 20,
    }),
    spec: { attacher: xoDriver, nodeName, source: { persistentVolumeName: volumeName } },
    status: { attached },
  };
}
