import { describe, expect, test } from '@jest/globals';
import { aPod, uidOf } from '../builders/index.js';
import { namespacedName, projectDrainPod } from './index.js';

describe('projectDrainPod', () => {
  test('reads what a drain looks at', () => {
    const pod = projectDrainPod(aPod('web-1').onNode('worker-1').ownedBy('DaemonSet', 'x').build());
    expect(pod).toEqual({
      uid: uidOf('Pod', 'web-1'),
      namespace: 'app',
      name: 'web-1',
      isFinished: false,
      isMirror: false,
      isDeleting: false,
      hasEmptyDir: false,
      controller: 'daemon-set',
    });
    expect(namespacedName(pod!)).toBe('app/web-1');
  });

  const { metadata } = aPod().build();
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'pod'],
    ['an object without metadata', {}],
    ['a Pod without uid', { metadata: { ...metadata, uid: undefined } }],
    ['a Pod without namespace', { metadata: { ...metadata, namespace: '' } }],
    ['a Pod without name', { metadata: { ...metadata, name: 7 } }],
  ])('%s is no Pod', (_case, raw) => {
    expect(projectDrainPod(raw)).toBeUndefined();
  });

  test.each<[string, object]>([
    ['volumes that are none', { spec: { volumes: { emptyDir: {} } } }],
    ['a volume that is null', { spec: { volumes: [null, { emptyDir: null }] } }],
    ['owners that are text', { metadata: { ...metadata, ownerReferences: ['ReplicaSet'] } }],
    ['a controller that only says so', ownedBy({ controller: 'true', kind: 'ReplicaSet' })],
    ['annotations that are null', { metadata: { ...metadata, annotations: null } }],
    ['no status', { status: null }],
  ])('a Pod with %s is read without them', (_case, odd) => {
    expect(projectDrainPod({ metadata, ...odd })).toMatchObject({
      name: 'web-1',
      isFinished: false,
      isMirror: false,
      hasEmptyDir: false,
      controller: undefined,
    });
  });

  test('a controller of no known kind still is one', () => {
    expect(projectDrainPod(ownedBy({ controller: true }))?.controller).toBe('another');
  });

  function ownedBy(owner: object) {
    return { metadata: { ...aPod().build().metadata, ownerReferences: [owner] } };
  }
});
