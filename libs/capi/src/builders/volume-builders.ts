import { xenOrchestraDriver } from '../volumes/index.js';
import { type KubernetesObject } from './kubernetes-object.js';
import { ObjectBuilder, served, uidOf } from './object-builder.js';

export interface NodeSelectorObject {
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
  matchFields?: { key: string; operator: string; values?: string[] }[];
}

export type RawPersistentVolume = KubernetesObject & {
  spec: {
    capacity?: { storage?: string };
    accessModes?: string[];
    persistentVolumeReclaimPolicy?: string;
    storageClassName?: string;
    volumeMode?: string;
    claimRef?: { apiVersion: string; kind: string; namespace: string; name: string };
    nodeAffinity?: { required: { nodeSelectorTerms: NodeSelectorObject[] } };
    [source: string]: unknown;
  };
  status?: { phase?: string };
};

export type RawVolumeAttachment = KubernetesObject & {
  spec: { attacher: string; nodeName: string; source: { persistentVolumeName?: string } };
  status?: { attached: boolean };
};

/** What the Xen Orchestra driver writes into a volume; names as it saw them at creation. */
export interface XoAttributes {
  srId?: string;
  srName?: string;
  poolId?: string;
  poolName?: string;
  storageType?: 'shared' | 'local';
}

export const sharedStorage: XoAttributes = {
  srId: '22222222-0000-4000-8000-000000000001',
  srName: 'shared SR',
  poolId: '11111111-0000-4000-8000-000000000001',
  poolName: 'pool',
  storageType: 'shared',
};

/** A PersistentVolume; from the start one of 10Gi on Xen Orchestra, claimed as `app/data`. */
export function aPersistentVolume(name = 'pvc-3f2a'): PersistentVolumeBuilder {
  return new PersistentVolumeBuilder(() => boundVolume(name));
}

export class PersistentVolumeBuilder extends ObjectBuilder<RawPersistentVolume> {
  /** A Kubernetes quantity such as `10Gi`; undefined takes the capacity away. */
  capacity(storage: string | undefined): this {
    return this.with((draft) => {
      delete draft.spec.capacity;
      if (storage !== undefined) draft.spec.capacity = { storage };
    });
  }

  /** The one source of the volume, by Kubernetes' own field, such as `nfs`. */
  source(type: string, details: object): this {
    return this.with((draft) => {
      delete draft.spec['csi'];
      draft.spec[type] = details;
    });
  }

  xo(volumeHandle: string, attributes: XoAttributes = sharedStorage): this {
    return this.source('csi', {
      driver: xenOrchestraDriver,
      volumeHandle,
      volumeAttributes: attributes,
    });
  }

  unclaimed(): this {
    return this.with((draft) => delete draft.spec.claimRef).phase('Available');
  }

  claimedBy(namespace: string, name: string): this {
    return this.with((draft) => {
      draft.spec.claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name };
    }).phase('Bound');
  }

  phase(phase: string | undefined): this {
    return this.with((draft) => (draft.status = phase === undefined ? {} : { phase }));
  }

  /** Usable only where one of these terms holds. */
  boundTo(...terms: NodeSelectorObject[]): this {
    return this.with((draft) => {
      draft.spec.nodeAffinity = { required: { nodeSelectorTerms: terms } };
    });
  }
}

/** A VolumeAttachment of the Xen Orchestra driver; from the start one that is attached. */
export function aVolumeAttachment(volume: string, node: string): VolumeAttachmentBuilder {
  return new VolumeAttachmentBuilder(() =>
    served(
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'VolumeAttachment',
        spec: {
          attacher: xenOrchestraDriver,
          nodeName: node,
          source: { persistentVolumeName: volume },
        },
        status: { attached: true },
      },
      { name: `csi-${uidOf('VolumeAttachment', `${volume}/${node}`)}` },
    ),
  );
}

export class VolumeAttachmentBuilder extends ObjectBuilder<RawVolumeAttachment> {
  detached(): this {
    return this.with((draft) => (draft.status = { attached: false }));
  }
}

function boundVolume(name: string): RawPersistentVolume {
  return served(
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      spec: {
        capacity: { storage: '10Gi' },
        accessModes: ['ReadWriteOnce'],
        persistentVolumeReclaimPolicy: 'Delete',
        storageClassName: 'xo',
        volumeMode: 'Filesystem',
        claimRef: {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          namespace: 'app',
          name: 'data',
        },
        csi: {
          driver: xenOrchestraDriver,
          volumeHandle: 'aaaaaaaa-0000-0000-0000-000000000010',
          volumeAttributes: { ...sharedStorage },
        },
      },
      status: { phase: 'Bound' },
    },
    { name, creationTimestamp: '2026-11-04T10:00:00Z' },
  );
}
