import { describe, expect, test } from '@jest/globals';
import { aCluster } from '../builders/index.js';
import { ResourceIds } from '../ids/index.js';
import { projectCluster } from './index.js';

const project = projectCluster(new ResourceIds());

describe('a Cluster with a bad part', () => {
  const raw = aCluster().build();
  const { spec, status } = raw;

  test.each<[string, object]>([
    ['no spec and no status', { spec: undefined, status: null }],
    ['a spec that is text', { spec: 'paused' }],
    ['a network that is a list', { spec: { ...spec, clusterNetwork: [] } }],
    ['a port that is text', { spec: { ...spec, controlPlaneEndpoint: { host: 'a', port: '1' } } }],
    ['conditions that are text', { status: { ...status, conditions: 'Available' } }],
    ['a condition without a type', { status: { ...status, conditions: [{ status: 'True' }] } }],
    ['negative counters', { status: { ...status, workers: { replicas: -1 } } }],
    ['versions that are text', { status: { ...status, workers: { versions: 'v1.36.8' } } }],
    ['a phase that is a number', { status: { ...status, phase: 3 } }],
  ])('with %s is still shown', (_, bad) => {
    const record = project({ ...raw, ...bad });
    expect(record?.view).toMatchObject({ name: 'demo', created_at: '2026-10-14T08:00:00Z' });
  });

  test('loses nothing but the bad part', () => {
    const { view: whole } = project(raw) ?? {};
    const { view } = project({ ...raw, status: { ...status, phase: 3 } }) ?? {};
    expect(view).toEqual({ ...whole, phase: 'Pending' });
  });
});

describe('what is no Cluster', () => {
  test.each([undefined, null, 'demo', 7, [], {}, { metadata: {} }, { metadata: { name: 'demo' } }])(
    '%j gives no record',
    (raw) => {
      expect(project(raw)).toBeUndefined();
    },
  );
});
