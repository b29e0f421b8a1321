import { describe, expect, test } from '@jest/globals';
import { Cluster, Node, Volume } from '@slipway/contracts';
import { z } from 'zod';
import { aCluster, aPersistentVolume } from '../builders/index.js';
import { clusterWith, projectCluster } from '../cluster/index.js';
import { ResourceIds } from '../ids/index.js';
import { projectVolume } from '../volumes/index.js';
import { parseSelection, pick } from './index.js';

const record = projectCluster(new ResourceIds())(
  aCluster().tag('team', 'platform').tag('a.b/c', 'x').tag('empty', '').build(),
);
const volume = projectVolume(aPersistentVolume().build(), new Map());
if (!record || !volume) throw new Error('no sample');
const cluster = clusterWith(record.view, { is_cordon: false, volumes: [volume, volume] });
const { name } = cluster;

describe('fields of a cluster', () => {
  test.each([undefined, '', ' ', '\t', '*', ' * ', 'name,*', '*,nonsense'])(
    '%j selects everything',
    (fields) => {
      const selection = parseSelection(fields, Cluster);
      expect(pick(selection, cluster)).toBe(cluster);
      expect(selection.hasAny(['volumes', 'is_cordon'])).toBe(true);
    },
  );

  test.each<[string, object]>([
    ['name', { name }],
    ['name,name', { name }],
    [' name , phase ', { name, phase: 'Provisioned' }],
    ['is_available,name', { name, is_available: true }],
    ['name,nonsense', { name }],
    ['Name', {}],
    ['control_plane_status.ready_replicas', { control_plane_status: { ready_replicas: 3 } }],
    [
      'control_plane_status.versions.version',
      { control_plane_status: { versions: [{ version: 'v1.36.8' }] } },
    ],
    [
      'control_plane_status.replicas,control_plane_status.ready_replicas',
      { control_plane_status: { replicas: 3, ready_replicas: 3 } },
    ],
    ['volumes.name', { volumes: [{ name: 'pvc-3f2a' }, { name: 'pvc-3f2a' }] }],
    [
      'volumes.source.csi.xo.storage_type',
      {
        volumes: [
          { source: { csi: { xo: { storage_type: 'shared' } } } },
          { source: { csi: { xo: { storage_type: 'shared' } } } },
        ],
      },
    ],
    ['volumes.claim.name', { volumes: [{ claim: { name: 'data' } }, { claim: { name: 'data' } }] }],
    ['volumes.node_affinity.match_expressions.key', { volumes: [{}, {}] }],
    ['tags', { tags: { 'a.b/c': 'x', empty: '', team: 'platform' } }],
    ['tags.team', { tags: { team: 'platform' } }],
    ['tags.a.b/c', { tags: { 'a.b/c': 'x' } }],
    ['tags.empty', { tags: { empty: '' } }],
    ['tags.nobody', { tags: {} }],
    ['tags.constructor', { tags: {} }],
    ['tags.__proto__', { tags: {} }],
    ['is_draining', {}],
    ['is_cordon', { is_cordon: false }],
  ])('%s', (fields, expected) => {
    const picked = pick(parseSelection(fields, Cluster), cluster);
    expect(JSON.stringify(picked)).toBe(JSON.stringify(expected));
  });

  test.each([['tags,tags.team'], ['tags.team,tags'], ['tags.team,tags,tags.empty']])(
    '%s: the parent beats its children',
    (fields) => {
      expect(pick(parseSelection(fields, Cluster), cluster)).toEqual({ tags: cluster.tags });
    },
  );

  test.each([
    ',',
    ',,',
    '.',
    '.name',
    'name.',
    'name.first',
    'volumes.',
    'volumes..name',
    'volumes.0.name',
    'control_plane_status.*',
    'control_plane_status .replicas',
    'tags.',
    'constructor',
    '__proto__',
    'toString.name',
    'volumes.constructor',
    'volumes.capacity_bytes.int',
    '[name]',
  ])('%j names nothing: an empty object', (fields) => {
    expect(pick(parseSelection(fields, Cluster), cluster)).toEqual({});
  });

  test('keys keep the order of the full answer', () => {
    const picked = pick(parseSelection('id,volumes.phase,phase,name', Cluster), cluster);
    expect(Object.keys(picked)).toEqual(['name', 'phase', 'volumes', 'id']);
  });

  test('an object keeps what it lacks lacking, and is not changed', () => {
    const before = JSON.stringify(cluster);
    expect(pick(parseSelection('volumes.name,name', Cluster), { name })).toEqual({ name });
    expect(JSON.stringify(cluster)).toBe(before);
  });
});

describe('what has to be computed', () => {
  test.each<[string, string[], boolean]>([
    ['name,is_available', ['is_cordon', 'is_draining', 'volumes'], false],
    ['name,is_cordon', ['is_cordon', 'is_draining'], true],
    ['volumes.source.csi.xo', ['volumes'], true],
    ['volumes.nonsense', ['volumes'], false],
    ['nonsense', ['volumes'], false],
    ['nonsense,*', ['volumes'], true],
  ])('%s of %j: %s', (fields, wanted, expected) => {
    expect(parseSelection(fields, Cluster).hasAny(wanted)).toBe(expected);
  });
});

describe('other shapes', () => {
  test.each<[string, z.ZodType, string, object, object]>([
    [
      'a node',
      Node,
      '$cluster,ips',
      { $cluster: 'c', ips: ['1.1.1.1'], id: 'i' },
      { $cluster: 'c', ips: ['1.1.1.1'] },
    ],
    [
      'a volume',
      Volume,
      'capacity_bytes',
      { capacity_bytes: 'int:1', name: 'n' },
      { capacity_bytes: 'int:1' },
    ],
  ])('%s', (_, shape, fields, object, expected) => {
    expect(pick(parseSelection(fields, shape), object)).toEqual(expected);
  });

  const inner = z.object({ a: z.string() });
  test.each<[string, z.ZodType]>([
    ['optional', inner.optional()],
    ['nullable', inner.nullable()],
    ['described', inner.describe('x').optional().meta({ title: 'y' })],
    ['default', inner.default({ a: '' })],
    ['prefault', inner.prefault({ a: '' })],
    ['catch', inner.catch({ a: '' })],
    ['readonly', inner.readonly()],
    ['nonoptional', inner.optional().nonoptional()],
    ['a list', z.array(inner)],
    ['a list of lists', z.array(z.array(inner))],
    ['a union', z.union([z.literal('x'), inner])],
    ['a map', z.record(z.string(), z.string())],
    ['a map of objects, whose key takes the rest', z.record(z.string(), inner)],
  ])('selects beneath %s', (_, field) => {
    const shape = z.object({ field });
    expect(pick(parseSelection('field.a', shape), { field: { a: '1', b: '2' } })).toEqual({
      field: { a: '1' },
    });
  });

  test.each<[string, z.ZodType]>([
    ['text', z.string()],
    ['a literal', z.literal(true)],
    ['an enum', z.enum(['a'])],
    ['unknown', z.unknown()],
  ])('selects nothing beneath %s', (_, field) => {
    expect(parseSelection('field.a', z.object({ field })).has('field')).toBe(false);
  });

  test('a null stays null beneath a selected parent', () => {
    const shape = z.object({ field: inner.nullable() });
    expect(pick(parseSelection('field.a', shape), { field: null })).toEqual({ field: null });
  });
});
