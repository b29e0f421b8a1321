import { describe, expect, test } from '@jest/globals';
import { aCluster } from '../builders/index.js';
import { changeTarget, isHeldBy, releasing, reservedBy, reserving } from './index.js';

const lock = {
  id: 'l-1',
  operation: 'scale workers',
  owner: 'cluster-api-7f',
  acquired_at: '2026-10-22T10:00:00Z',
};
const upgrade = {
  id: 'u-1',
  version: 'v1.36.9',
  previous_version: 'v1.36.8',
  created_at: '2026-10-22T10:00:00Z',
};
const key = { lock: 'vmk.vates.tech/mutation-lock', upgrade: 'vmk.vates.tech/upgrade' };

function cluster(annotations: Record<string, string>) {
  const raw = aCluster('demo').build();
  return changeTarget({ ...raw, metadata: { ...raw.metadata, annotations } });
}

describe('a cluster is free', () => {
  test.each<[string, Record<string, string>]>([
    ['without annotations', {}],
    [
      'after an upgrade',
      { [key.upgrade]: JSON.stringify({ ...upgrade, completed_at: '2026-10-22T11:00:00Z' }) },
    ],
  ])('%s', (_, annotations) => {
    expect(reservedBy(cluster(annotations))).toBeUndefined();
  });
});

describe('a cluster is reserved', () => {
  test.each<[string, Record<string, string>, string, RegExp]>([
    [
      'by a change, which is named with its owner and age',
      { [key.lock]: JSON.stringify(lock) },
      'mutation-locked',
      /"scale workers" of cluster-api-7f since 2026-10-22T10:00:00Z \(lock l-1\)/,
    ],
    ['by what nobody can read', { [key.lock]: '{' }, 'mutation-locked', /an unknown owner/],
    ['by an empty annotation', { [key.lock]: '' }, 'mutation-locked', /an unknown owner/],
    ['by an upgrade', { [key.upgrade]: JSON.stringify(upgrade) }, 'upgrade-locked', /v1\.36\.9/],
    ['by an upgrade nobody can read', { [key.upgrade]: 'x' }, 'upgrade-locked', /can't be read/],
    [
      'by both: the upgrade is named',
      { [key.upgrade]: JSON.stringify(upgrade), [key.lock]: JSON.stringify(lock) },
      'upgrade-locked',
      /operation u-1/,
    ],
  ])('%s', (_, annotations, code, text) => {
    const refusal = reservedBy(cluster(annotations));
    expect(refusal?.kind).toMatchObject({ code, status: 409 });
    expect(refusal?.message).toMatch(text);
  });
});

test('a lock is known again by its id, and only by it', () => {
  const held = cluster(reserving(lock).metadata.annotations);
  expect(isHeldBy(held, lock)).toBe(true);
  expect(isHeldBy(held, { id: 'l-2' })).toBe(false);
  expect(isHeldBy(cluster({}), lock)).toBe(false);
  expect(isHeldBy(cluster({ [key.lock]: 'x' }), lock)).toBe(false);
});

test('letting go removes the annotation and nothing else', () => {
  expect(releasing).toEqual({ metadata: { annotations: { [key.lock]: null } } });
});
