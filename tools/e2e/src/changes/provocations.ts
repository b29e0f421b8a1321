import { kinds } from '@slipway/capi';
import { sampleCreation } from '@slipway/capi/builders';
import { type ChangesWorld, lockKey, upgradeKey } from './changes-world.js';
import { type Striking } from './recording-proxy.js';

/** How a refusal is brought about: in which state of the world, with which request. */
export interface Provocation {
  readonly cluster?: string;
  readonly node?: string;
  readonly tag?: string;
  readonly body?: unknown;
  /** The service has the right to read, and no other. */
  readonly mayOnlyRead?: boolean;
  /** Keys of the ConfigMap that differ. */
  readonly configured?: Readonly<Record<string, string | null>>;
  readonly strike?: (world: ChangesWorld) => Striking;
}

/** Somebody else writes to the cluster just before each patch of it. */
const busyCluster =
  (name: string) =>
  (world: ChangesWorld): Striking =>
  async ({ method, path }) => {
    if (method !== 'PATCH' || !path.endsWith(`/clusters/${name}`)) return;
    const annotations = { busy: String(Math.random()) };
    await world.patch(kinds.cluster, name, { metadata: { annotations } });
  };

/** What the policy of the tests' namespace doesn't admit: as invalid, and as forbidden. */
export const inadmissible = { invalid: 999, forbidden: 997 };

/** By code; the same for every route that may refuse so, unless `ofRoute` knows better. */
const ofAny: Readonly<Record<string, Provocation>> = {
  'cluster-not-found': { cluster: 'unknown' },
  'node-not-found': { node: 'unknown' },
  'tag-not-found': { tag: 'unknown' },
  'mutation-locked': { cluster: 'locked', node: 'locked-1' },
  'upgrade-locked': { cluster: 'upgrading', node: 'upgrading-1' },
  'changed-meanwhile': { strike: busyCluster('plain') },
  'kubernetes-refused': { mayOnlyRead: true },
  'validation-failed': { body: {} },
  'admission-rejected': { body: { replicas: inadmissible.invalid } },
  'target-paused': { cluster: 'paused' },
  'target-deleting': { cluster: 'deleting' },
  'topology-managed': { cluster: 'topology' },
  'target-missing': { cluster: 'empty' },
  'target-ambiguous': { cluster: 'two' },
  'autoscaler-managed': { cluster: 'autoscaled' },
  'owned-by-another': { cluster: 'foreign' },
  'control-plane-unsupported': { cluster: 'hosted' },
  'node-unregistered': { node: 'plain-2' },
  'workload-unavailable': {},
  'kubeconfig-unavailable': {},
};

const create = 'POST /kubernetes/clusters';
const ofRoute: Readonly<Record<string, Readonly<Record<string, Provocation>>>> = {
  [create]: {
    'cluster-exists': { body: { ...sampleCreation, name: 'plain' } },
    'configuration-missing': { configured: { cni: null } },
    'changed-meanwhile': { strike: busyCluster(sampleCreation.name) },
  },
  'DELETE /kubernetes/clusters/{id}/tags/{tag}': { 'validation-failed': { tag: 'a%2Fb' } },
  'POST /kubernetes/clusters/{id}/nodes/{nodeID}/drain': {
    'validation-failed': { body: { timeout_seconds: 1801 } },
  },
};

const usualBodies: Readonly<Record<string, unknown>> = {
  ClusterCreateParams: sampleCreation,
  ClusterDescriptionParams: { description: 'text' },
  ClusterReplicasParams: { replicas: 5 },
  ClusterTagParams: { value: 'platform' },
  NodeDrainParams: {},
};

export const provocationOf = (route: string, code: string): Provocation | undefined =>
  ofRoute[route]?.[code] ?? ofAny[code];

/** The route with its parameters filled in. */
export function placeOf(
  route: string,
  { cluster = 'plain', node = 'plain-1', tag = 'team' }: Provocation = {},
): string {
  const ofNodes = route.startsWith('GET /kubernetes/nodes');
  return route
    .replace('{id}', ofNodes ? node : cluster)
    .replace('{nodeID}', node)
    .replace('{tag}', tag);
}

/** A body that the route would take. */
export const bodyOf = (struct: string | undefined): unknown =>
  struct === undefined ? undefined : usualBodies[struct];

/** One cluster for each state that a change is refused in. */
export async function prepare(world: ChangesWorld): Promise<void> {
  const annotated = (key: string, value: string) => ({
    metadata: { annotations: { [key]: value } },
  });
  const lock = {
    id: 'l',
    operation: 'delete cluster',
    owner: 'x',
    acquired_at: '2026-10-22T09:00:00Z',
  };
  const upgrade = {
    id: 'u',
    version: 'v1.36.9',
    previous_version: 'v1.36.8',
    created_at: '2026-10-22T09:00:00Z',
  };
  const owner = {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    name: 'foreign',
    uid: 'of-another',
  };
  const owned = { metadata: { ownerReferences: [owner] } };
  const mark = 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size';
  await Promise.all([
    world.addCluster('plain', {
      machines: 1,
      cluster: { metadata: { labels: { 'tags.vmk.vates.tech/team': 'a' } } },
    }),
    world.addCluster('locked', { cluster: annotated(lockKey, JSON.stringify(lock)), machines: 1 }),
    world.addCluster('upgrading', {
      cluster: annotated(upgradeKey, JSON.stringify(upgrade)),
      machines: 1,
    }),
    world.addCluster('paused', { cluster: { spec: { paused: true } } }),
    world.addCluster('deleting'),
    world.addCluster('topology', {
      cluster: { spec: { topology: { classRef: { name: 'c' }, version: 'v1.36.8' } } },
    }),
    world.addCluster('empty', {
      deployments: [],
      controlPlane: null,
      cluster: { spec: { controlPlaneRef: null } },
    }),
    world.addCluster('two', { deployments: [{}, {}] }),
    world.addCluster('autoscaled', { deployments: [annotated(mark, '1')] }),
    world.addCluster('foreign', { deployments: [owned], controlPlane: owned }),
    world.addCluster('hosted', {
      controlPlane: null,
      cluster: {
        spec: {
          controlPlaneRef: {
            apiGroup: 'controlplane.cluster.x-k8s.io',
            kind: 'KamajiControlPlane',
            name: 'x',
          },
        },
      },
    }),
  ]);
  await world.addMachine('plain-2', 'plain', { registered: false });
  await world.objects.delete(world.reference(kinds.cluster, 'deleting'));
}
