import { type Kind, kinds } from '@slipway/capi';
import { aCluster, aMachine } from '@slipway/capi/builders';
import { clusterNotFound, nodeNotFound } from '@slipway/contracts';
import { CaptureLogger, ManualClock } from '@slipway/service/testing';
import {
  ClusterChanges,
  ManagementObjects,
  MutationLocks,
  NodeChanges,
  TagChanges,
} from '../changes/index.js';
import { type ForManagingClusterMachines, type ForManagingClusterResources } from '../ports.js';
import { type Call, ManagementApi, namespace } from './management-api.js';

const nameLabel = 'cluster.x-k8s.io/cluster-name';

/** Every change over an API server in memory that has one cluster, `demo`, and all that belongs to it. */
export function aChangesWorld() {
  const api = new ManagementApi();
  const logger = new CaptureLogger();
  const objects = new ManagementObjects({
    cache: { rest: api.rest },
    namespace,
    timeout: 1_000,
    onWritten: () => undefined,
  });
  const locks = new MutationLocks({
    objects,
    owner: 'cluster-api-1',
    clock: new ManualClock(),
    logger,
  });
  populate(api);
  return {
    api,
    logger,
    clusters: new ClusterChanges(knownClusters, objects, locks),
    nodes: new NodeChanges(knownClusters, knownMachines, objects, locks),
    tags: new TagChanges(knownClusters, objects),
    patches: (kind: Kind, name: string) =>
      api.writes.filter(({ path }) => path.endsWith(`/${kind.plural}/${name}`)).map(withoutVersion),
  };
}

/** The caches; they may still know what the server does not. */
const knownClusters = {
  get(ref: string) {
    if (ref === 'demo' || ref === 'other') return { name: ref };
    throw clusterNotFound({ cluster: ref });
  },
} as unknown as ForManagingClusterResources;
const knownMachines = {
  get(ref: string) {
    if (ref === 'demo-1') return { name: ref, cluster: 'demo' };
    throw nodeNotFound({ node: ref });
  },
} as unknown as ForManagingClusterMachines;

function populate(api: ManagementApi): void {
  const { metadata, spec } = aCluster('demo').build();
  const labels = { [nameLabel]: 'demo' };
  const { group: apiGroup, kind } = kinds.controlPlane;
  api.put(kinds.cluster, {
    metadata: { ...metadata, finalizers: ['cluster.cluster.x-k8s.io'] },
    spec: { ...spec, controlPlaneRef: { apiGroup, kind, name: 'demo-cp' } },
  });
  api.put(kinds.machineDeployment, {
    metadata: { name: 'demo-md-0', labels },
    spec: { clusterName: 'demo', replicas: 2, paused: false, template: { spec: { x: 1 } } },
  });
  api.put(kinds.controlPlane, { metadata: { name: 'demo-cp', labels }, spec: { replicas: 1 } });
  const machine = aMachine('demo-1', 'demo').build();
  api.put(kinds.machine, {
    metadata: { ...machine.metadata, finalizers: ['machine.cluster.x-k8s.io'] },
    spec: machine.spec,
  });
}

/** The body of a write; that a patch names the version it was decided on is sure. */
function withoutVersion({ verb, body }: Call): unknown {
  if (verb !== 'patch') return body;
  const { resourceVersion, ...metadata } = body!['metadata'] as { resourceVersion?: string };
  if (!/^\d+$/.test(resourceVersion ?? '')) throw new Error('a patch names no version');
  const { metadata: _, ...rest } = body!;
  return Object.keys(metadata).length > 0 ? { ...rest, metadata } : rest;
}
