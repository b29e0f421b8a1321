import { type VolumeSource } from '@slipway/contracts';
import { z } from 'zod';
import { known, part, type Fields } from '../kubernetes/index.js';

/** Kubernetes' PersistentVolume sources; a volume has exactly one. */
export const volumeSourceTypes = [
  'csi',
  'nfs',
  'local',
  'hostPath',
  'iscsi',
  'rbd',
  'fc',
  'cephfs',
  'glusterfs',
  'flexVolume',
  'flocker',
  'cinder',
  'awsElasticBlockStore',
  'gcePersistentDisk',
  'azureDisk',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'quobyte',
  'scaleIO',
  'storageos',
] as const;

export const xenOrchestraDriver = 'csi.xenorchestra.vates.tech';

const Csi = z.object({
  driver: z.string(),
  volumeHandle: z.string(),
  volumeAttributes: part(z.record(z.string(), z.string())),
});
const Nfs = z.object({ server: z.string(), path: z.string(), readOnly: part(z.boolean()) });
const Local = z.object({ path: z.string(), fsType: part(z.string()) });

/**
 * The source of a PersistentVolume by its spec: the type, and details for csi, nfs and local. A source
 * that this list doesn't have yet is `unknown`; unreadable details are left out. Source: VMK Engine, `source`.
 */
export function volumeSource(spec: Fields): VolumeSource {
  const type = volumeSourceTypes.find((each) => spec[each] !== undefined && spec[each] !== null);
  if (type === undefined) return { type: 'unknown' };
  const source = spec[type];
  return known({
    type,
    csi: type === 'csi' ? csi(Csi.safeParse(source).data) : undefined,
    nfs: type === 'nfs' ? nfs(Nfs.safeParse(source).data) : undefined,
    local: type === 'local' ? local(Local.safeParse(source).data) : undefined,
  });
}

function csi(source: z.infer<typeof Csi> | undefined): VolumeSource['csi'] {
  if (!source) return undefined;
  const { driver, volumeHandle, volumeAttributes } = source;
  return known({
    driver,
    volume_handle: volumeHandle,
    xo: driver === xenOrchestraDriver ? xoAttributes(volumeAttributes ?? {}) : undefined,
  });
}

/** The driver records these at creation; names of repository and pool age, so they aren't shown. */
function xoAttributes({ srId, poolId, storageType }: Readonly<Record<string, string>>) {
  return known({ sr_id: srId, pool_id: poolId, storage_type: storageType });
}

function nfs(source: z.infer<typeof Nfs> | undefined): VolumeSource['nfs'] {
  return source && known({ server: source.server, path: source.path, read_only: source.readOnly });
}

function local(source: z.infer<typeof Local> | undefined): VolumeSource['local'] {
  return source && known({ path: source.path, fs_type: source.fsType });
}
