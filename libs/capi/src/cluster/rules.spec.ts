import { describe, expect, test } from '@jest/globals';
import { aCluster, type ClusterBuilder } from '../builders/index.js';
import { createdBy, description } from './annotations.js';
import { isAvailable } from './availability.js';
import { ClusterObject } from './cluster-object.js';
import { controlPlaneEndpoint } from './control-plane-endpoint.js';
import { groupStatus } from './group-status.js';
import { isDeleting, isReconciliationPaused, phase } from './lifecycle.js';
import { network } from './network.js';
import { tags } from './tags.js';
import { isUpgrading } from './upgrading.js';

const read = (builder: ClusterBuilder): ClusterObject => ClusterObject.parse(builder.build());

describe('isAvailable', () => {
  test.each<[string, ClusterBuilder, boolean]>([
    ['True', aCluster().condition('Available', 'True'), true],
    ['False', aCluster().condition('Available', 'False'), false],
    ['Unknown', aCluster().condition('Available', 'Unknown'), false],
    ['missing', aCluster().withoutCondition('Available'), false],
    ['without any status', aCluster().fresh(), false],
    ['True for an older generation', aCluster().condition('Available', 'True').generation(9), true],
  ])('condition %s', (_, builder, expected) => {
    expect(isAvailable(read(builder))).toBe(expected);
  });
});

describe('phase', () => {
  test.each<[string, ClusterBuilder, string]>([
    ['absent', aCluster().fresh(), 'Pending'],
    ['empty', aCluster().phase(''), 'Pending'],
    ['known', aCluster().phase('Provisioning'), 'Provisioning'],
    ['of a later Cluster API', aCluster().phase('Hibernating'), 'Hibernating'],
  ])('%s', (_, builder, expected) => {
    expect(phase(read(builder))).toBe(expected);
  });
});

describe('isReconciliationPaused', () => {
  test.each<[string, ClusterBuilder, boolean]>([
    ['spec.paused true', aCluster().paused(), true],
    ['spec.paused false', aCluster().paused(false), false],
    ['spec.paused absent', aCluster(), false],
    ['an annotation alone', aCluster().annotation('cluster.x-k8s.io/paused', ''), false],
  ])('%s', (_, builder, expected) => {
    expect(isReconciliationPaused(read(builder))).toBe(expected);
  });
});

describe('isDeleting', () => {
  test('is true once deletion has started, and never false', () => {
    expect(isDeleting(read(aCluster().deleting()))).toBe(true);
    expect(isDeleting(read(aCluster()))).toBeUndefined();
  });
});

describe('controlPlaneEndpoint', () => {
  test.each<[string, number, string | undefined]>([
    ['10.30.138.14', 6443, 'https://10.30.138.14:6443'],
    ['api.demo.example.com', 443, 'https://api.demo.example.com:443'],
    ['2001:db8::1', 6443, 'https://[2001:db8::1]:6443'],
    ['[2001:db8::1]', 6443, 'https://[2001:db8::1]:6443'],
    ['', 6443, undefined],
    ['10.30.138.14', 0, undefined],
  ])('host %j and port %d', (host, port, expected) => {
    expect(controlPlaneEndpoint(read(aCluster().endpoint(host, port)))).toBe(expected);
  });

  test('is unknown before the infrastructure has one', () => {
    expect(controlPlaneEndpoint(read(aCluster().fresh()))).toBeUndefined();
  });
});

describe('network', () => {
  const nothing = {
    api_server_port: 6443,
    pod_cidr_blocks: undefined,
    service_cidr_blocks: undefined,
    service_domain: undefined,
  };

  test.each<[string, Parameters<ClusterBuilder['network']>[0], object]>([
    ['nothing', {}, nothing],
    ['a bind port', { apiServerPort: 8443 }, { ...nothing, api_server_port: 8443 }],
    ['port zero', { apiServerPort: 0 }, nothing],
    ['empty lists', { pods: { cidrBlocks: [] }, services: { cidrBlocks: [] } }, nothing],
    ['an empty domain', { serviceDomain: '' }, nothing],
    [
      'dual stack',
      {
        pods: { cidrBlocks: ['10.244.0.0/16', 'fd00::/56'] },
        services: { cidrBlocks: ['10.96.0.0/12'] },
        serviceDomain: 'cluster.local',
      },
      {
        api_server_port: 6443,
        pod_cidr_blocks: ['10.244.0.0/16', 'fd00::/56'],
        service_cidr_blocks: ['10.96.0.0/12'],
        service_domain: 'cluster.local',
      },
    ],
  ])('with %s', (_, given, expected) => {
    expect(network(read(aCluster().network(given)))).toStrictEqual(expected);
  });
});

describe('groupStatus', () => {
  const zero = {
    desired_replicas: 0,
    replicas: 0,
    ready_replicas: 0,
    available_replicas: 0,
    up_to_date_replicas: 0,
    versions: [],
  };

  test.each<[string, Parameters<typeof groupStatus>[0], object]>([
    ['no counters yet', undefined, zero],
    ['the desired count alone', { desiredReplicas: 3 }, { ...zero, desired_replicas: 3 }],
    [
      'two versions during a rollout, oldest first',
      {
        replicas: 4,
        upToDateReplicas: 1,
        versions: [
          { version: 'v1.36.8', replicas: 3 },
          { version: 'v1.36.9', replicas: 1 },
        ],
      },
      {
        ...zero,
        replicas: 4,
        up_to_date_replicas: 1,
        versions: [
          { version: 'v1.36.8', replicas: 3 },
          { version: 'v1.36.9', replicas: 1 },
        ],
      },
    ],
  ])('%s', (_, counters, expected) => {
    expect(groupStatus(counters)).toEqual(expected);
  });
});

describe('description and creator', () => {
  test.each<[string, ClusterBuilder, string | undefined, string | undefined]>([
    ['absent', aCluster(), undefined, undefined],
    ['empty', aCluster().describedAs('').createdBy(''), undefined, undefined],
    ['set', aCluster().describedAs('é\n"x"').createdBy('xo-user-123'), 'é\n"x"', 'xo-user-123'],
  ])('%s', (_, builder, text, user) => {
    expect(description(read(builder))).toBe(text);
    expect(createdBy(read(builder))).toBe(user);
  });
});

describe('tags', () => {
  test.each<[string, ClusterBuilder, object]>([
    ['only technical labels', aCluster().label('a', 'b'), {}],
    ['a tag with an empty value', aCluster().tag('team', ''), { team: '' }],
    ['a label that only ends alike', aCluster().label('x-tags.vmk.vates.tech/a', 'b'), {}],
    ['a name that every object has', aCluster().tag('constructor', 'x'), { constructor: 'x' }],
  ])('with %s', (_, builder, expected) => {
    expect(tags(read(builder))).toEqual(expected);
  });

  test('come sorted by name', () => {
    const cluster = read(aCluster().tag('team', 'platform').tag('Zone', 'a').tag('env', 'dev'));
    expect(Object.keys(tags(cluster))).toEqual(['Zone', 'env', 'team']);
  });
});

describe('isUpgrading', () => {
  const active = {
    id: 'op-1',
    version: 'v1.36.9',
    previous_version: 'v1.36.8',
    created_at: '2026-10-22T10:00:00Z',
  };

  test.each<[string, ClusterBuilder, boolean]>([
    ['no operation', aCluster(), false],
    ['an active operation', aCluster().upgrading(active), true],
    [
      'a completed operation',
      aCluster().upgrading({ ...active, completed_at: '2026-10-22T11:00:00Z' }),
      false,
    ],
    ['an operation of an unknown owner', aCluster().upgrading('{'), true],
    ['an empty annotation', aCluster().upgrading(''), true],
    ['an operation without an id', aCluster().upgrading({ ...active, id: '' }), true],
  ])('%s', (_, builder, expected) => {
    expect(isUpgrading(read(builder))).toBe(expected);
  });

  test('a rollout without an operation of ours is no upgrade', () => {
    expect(isUpgrading(read(aCluster().condition('RollingOut', 'True')))).toBe(false);
  });
});
