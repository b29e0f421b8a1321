import { describe, expect, test } from '@jest/globals';
import { SelectedCluster } from '@slipway/contracts';
import { aCluster, converged, type CountersObject } from '../builders/index.js';
import { projectCluster } from '../cluster/index.js';
import { type IdSource } from '../ids/index.js';

const clusterId = '0e04c4ca-a211-5ad7-942c-81be590bbf25';
const ids: IdSource = { clusterId: () => clusterId, nodeId: () => '' };

const operation = {
  id: 'upgrade-operation-example',
  version: 'v1.36.9',
  previous_version: 'v1.36.8',
  created_at: '2026-10-22T09:00:00Z',
};

/** What the answer has beyond the published snapshots, which show a minimum of keys. */
const beyond = [
  'api_server_port',
  'pod_cidr_blocks',
  'service_cidr_blocks',
  'service_domain',
  'is_control_plane_initialized',
  'is_infrastructure_provisioned',
];

function published(view: object | undefined): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(view ?? {}).filter(([key]) => !beyond.includes(key))),
  );
}

/** A snapshot's group: desired, there, ready, available, up to date, versions as `[version, count]`. */
type Group = readonly [number, number, number, number, number, ...(readonly [string, number])[]];

function group([desired, replicas, ready, available, upToDate, ...versions]: Group): object {
  return {
    desired_replicas: desired,
    replicas,
    ready_replicas: ready,
    available_replicas: available,
    up_to_date_replicas: upToDate,
    versions: versions.map(([version, count]) => ({ version, replicas: count })),
  };
}

const at8 = 'v1.36.8';
const at9 = 'v1.36.9';
const three: Group = [3, 3, 3, 3, 3, [at8, 3]];
const two: Group = [2, 2, 2, 2, 2, [at8, 2]];

/** A snapshot in the published order of keys; `false` states and tags are the usual ones. */
interface Snapshot {
  description?: string;
  phase?: string;
  endpoint?: boolean;
  available?: boolean;
  paused?: boolean;
  deleting?: true;
  scaling?: boolean;
  upgrading?: boolean;
  tags?: Record<string, string> | undefined;
  controlPlane?: Group;
  workers?: Group;
}

function clusterText(snapshot: Snapshot): string {
  const { description = 'Cluster de développement', phase = 'Provisioned' } = snapshot;
  const { endpoint = true, available = true, paused = false, deleting } = snapshot;
  const { scaling = false, upgrading = false, controlPlane = three, workers = two } = snapshot;
  const tags = 'tags' in snapshot ? snapshot.tags : { environment: 'development' };
  return JSON.stringify({
    name: 'demo',
    description,
    phase,
    created_at: '2026-10-14T08:00:00Z',
    ...(endpoint ? { control_plane_endpoint: 'https://10.30.138.14:6443' } : {}),
    is_available: available,
    is_reconciliation_paused: paused,
    ...(deleting ? { is_deleting: true } : {}),
    is_scaling: scaling,
    is_upgrading: upgrading,
    ...(tags ? { tags } : {}),
    control_plane_status: group(controlPlane),
    worker_status: group(workers),
    id: clusterId,
  });
}

const untagged = aCluster().describedAs('Cluster de développement').endpoint('10.30.138.14');
const demo = untagged.tag('environment', 'development');
const counters = (replicas: number, some: CountersObject) => ({
  ...converged(replicas, at8),
  ...some,
});
const scalingUp = demo.condition('ScalingUp', 'True');

describe('cluster snapshots of the event stream', () => {
  test.each([
    {
      scenario: 'created',
      raw: demo
        .fresh()
        .condition('ScalingUp', 'False')
        .condition('ScalingDown', 'False')
        .with(({ status }) => delete status?.phase),
      snapshot: {
        phase: 'Pending',
        endpoint: false,
        available: false,
        controlPlane: [0, 0, 0, 0, 0],
        workers: [0, 0, 0, 0, 0],
      },
    },
    { scenario: 'available', raw: demo, snapshot: {} },
    {
      scenario: 'unavailable',
      raw: demo.condition('Available', 'False').workers({ readyReplicas: 1, availableReplicas: 1 }),
      snapshot: { available: false, workers: [2, 2, 1, 1, 2, [at8, 2]] },
    },
    { scenario: 'paused', raw: demo.paused(), snapshot: { paused: true } },
    { scenario: 'resumed', raw: demo, snapshot: {} },
    { scenario: 'deleting', raw: demo.deleting(), snapshot: { deleting: true } },
    {
      scenario: 'tag created',
      raw: demo.tag('team', 'platform'),
      snapshot: { tags: { environment: 'development', team: 'platform' } },
    },
    {
      scenario: 'tag updated',
      raw: demo.tag('environment', 'production'),
      snapshot: { tags: { environment: 'production' } },
    },
    { scenario: 'last tag deleted', raw: untagged, snapshot: { tags: undefined } },
    {
      scenario: 'description changed',
      raw: demo.describedAs('Cluster de développement de l’équipe plateforme'),
      snapshot: { description: 'Cluster de développement de l’équipe plateforme' },
    },
    {
      scenario: 'scaling started',
      raw: scalingUp.workers(
        counters(2, { desiredReplicas: 3, readyReplicas: 1, availableReplicas: 1 }),
      ),
      snapshot: { scaling: true, workers: [3, 2, 1, 1, 2, [at8, 2]] },
    },
    {
      scenario: 'scaling progressed',
      raw: scalingUp.workers(counters(3, { readyReplicas: 2, availableReplicas: 2 })),
      snapshot: { scaling: true, workers: [3, 3, 2, 2, 3, [at8, 3]] },
    },
    {
      scenario: 'scaling completed',
      raw: demo.workers(counters(3, {})),
      snapshot: { workers: [3, 3, 3, 3, 3, [at8, 3]] },
    },
    {
      scenario: 'upgrade started',
      raw: demo.upgrading(operation).controlPlane({ upToDateReplicas: 0 }),
      snapshot: { upgrading: true, controlPlane: [3, 3, 3, 3, 0, [at8, 3]] },
    },
    {
      scenario: 'upgrade progressed',
      raw: demo.upgrading(operation).controlPlane({
        upToDateReplicas: 1,
        versions: [
          { version: at8, replicas: 2 },
          { version: at9, replicas: 1 },
        ],
      }),
      snapshot: { upgrading: true, controlPlane: [3, 3, 3, 3, 1, [at8, 2], [at9, 1]] },
    },
    {
      scenario: 'upgrade completed',
      raw: demo
        .upgrading({ ...operation, completed_at: '2026-10-22T10:00:00Z' })
        .controlPlane(converged(3, at9)),
      snapshot: { controlPlane: [3, 3, 3, 3, 3, [at9, 3]] },
    },
  ] satisfies { scenario: string; raw: typeof demo; snapshot: Snapshot }[])(
    '$scenario',
    ({ raw, snapshot }) => {
      const text = clusterText(snapshot);
      expect(published(projectCluster(ids)(raw.build())?.view)).toBe(text);
      expect(JSON.stringify(SelectedCluster.parse(JSON.parse(text)))).toBe(text);
    },
  );
});
