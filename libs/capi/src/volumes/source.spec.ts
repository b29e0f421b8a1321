import { describe, expect, test } from '@jest/globals';
import { aPersistentVolume, type PersistentVolumeBuilder } from '../builders/index.js';
import { volumeSource, volumeSourceTypes } from './source.js';

const sourceOf = (volume: PersistentVolumeBuilder) => volumeSource(volume.build().spec);

describe('volumeSource', () => {
  test.each(volumeSourceTypes.filter((type) => !['csi', 'nfs', 'local'].includes(type)))(
    '%s tells its type alone',
    (type) => {
      const volume = aPersistentVolume().source(type, { path: '/', server: 's', driver: 'd' });
      expect(sourceOf(volume)).toStrictEqual({ type });
    },
  );

  test.each<[string, PersistentVolumeBuilder, object]>([
    [
      'nfs',
      aPersistentVolume().source('nfs', { server: 'nas', path: '/export' }),
      { type: 'nfs', nfs: { server: 'nas', path: '/export' } },
    ],
    [
      'nfs, read-only',
      aPersistentVolume().source('nfs', { server: 'nas', path: '/export', readOnly: true }),
      { type: 'nfs', nfs: { server: 'nas', path: '/export', read_only: true } },
    ],
    [
      'local',
      aPersistentVolume().source('local', { path: '/mnt/disk' }),
      { type: 'local', local: { path: '/mnt/disk' } },
    ],
    [
      'local with a file system',
      aPersistentVolume().source('local', { path: '/mnt/disk', fsType: 'xfs' }),
      { type: 'local', local: { path: '/mnt/disk', fs_type: 'xfs' } },
    ],
    [
      'csi of another driver, whatever its attributes',
      aPersistentVolume().source('csi', {
        driver: 'ebs.csi.aws.com',
        volumeHandle: 'vol-1',
        volumeAttributes: { srId: 's' },
      }),
      { type: 'csi', csi: { driver: 'ebs.csi.aws.com', volume_handle: 'vol-1' } },
    ],
    [
      'Xen Orchestra with one attribute',
      aPersistentVolume().xo('h', { storageType: 'local' }),
      {
        type: 'csi',
        csi: {
          driver: 'csi.xenorchestra.vates.tech',
          volume_handle: 'h',
          xo: { storage_type: 'local' },
        },
      },
    ],
    [
      'Xen Orchestra without attributes',
      aPersistentVolume().source('csi', {
        driver: 'csi.xenorchestra.vates.tech',
        volumeHandle: 'h',
      }),
      { type: 'csi', csi: { driver: 'csi.xenorchestra.vates.tech', volume_handle: 'h', xo: {} } },
    ],
    [
      'csi with unreadable details',
      aPersistentVolume().source('csi', { driver: 7 }),
      { type: 'csi' },
    ],
    [
      'a source this release does not know',
      aPersistentVolume().source('holographic', { cube: 1 }),
      { type: 'unknown' },
    ],
    [
      'two sources: the first of the list counts',
      aPersistentVolume()
        .source('hostPath', { path: '/' })
        .source('nfs', { server: 'nas', path: '/' }),
      { type: 'nfs', nfs: { server: 'nas', path: '/' } },
    ],
  ])('%s', (_, volume, expected) => {
    expect(sourceOf(volume)).toStrictEqual(expected);
  });
});
