import { type KubeObject, type Tree } from '../../api/index.js';
import {
  conditionsWith,
  edited,
  finalizers,
  isDeleting,
  isSet,
  numberAt,
  sumOf,
  textAt,
  treeAt,
  versionsIn,
  withFinalizer,
  withoutFinalizer,
} from '../objects/index.js';
import { clusterConditions } from './cluster-conditions.js';
import { clusterDeletion } from './cluster-deletion.js';
import { isPaused, onlyPaused } from './paused.js';
import { type Scene, type Verdict } from './scene.js';

/** The Cluster itself: finalizer, endpoint, phase, what its parts add up to, and its deletion. */
export function reconcileCluster(scene: Scene): Verdict {
  if (!scene.cluster) return {};
  const cluster = withFinalizer(scene.cluster, finalizers.cluster);
  // A paused Cluster gets its finalizer all the same, so its deletion waits until it is resumed.
  if (isPaused(scene, cluster)) return { after: onlyPaused(scene, cluster) };
  const deletion = isDeleting(cluster) ? clusterDeletion(scene, cluster) : undefined;
  const joined = edited(cluster, { spec: { controlPlaneEndpoint: endpointOf(scene, cluster) } });
  const initialization = initializationOf(scene, joined);
  const counted = edited(joined, {
    status: {
      observedGeneration: cluster.metadata.generation,
      initialization,
      phase: phaseOf(joined, initialization),
      controlPlane: controlPlaneCounters(scene),
      workers: workerCounters(scene),
    },
  });
  const conditions = conditionsWith(
    counted,
    scene.now,
    clusterConditions({ ...scene, cluster: counted }, deletion),
  );
  const after = edited(counted, { status: { conditions } });
  if (!deletion) return { after };
  return {
    after: deletion.completed ? withoutFinalizer(after, finalizers.cluster) : after,
    remove: deletion.remove,
  };
}

/** Taken over from the XOCluster once that is provisioned; never taken back. */
function endpointOf({ infrastructure }: Scene, { spec }: KubeObject): unknown {
  const own = spec?.['controlPlaneEndpoint'];
  if (own || !isSet(infrastructure, 'status', 'initialization', 'provisioned')) return own;
  const host = textAt(infrastructure, 'spec', 'controlPlaneEndpoint', 'host');
  const port = numberAt(infrastructure, 'spec', 'controlPlaneEndpoint', 'port');
  return host && port ? { host, port } : undefined;
}

/** Both marks stay once they are true, and are absent before. */
function initializationOf(
  { infrastructure, controlPlane }: Scene,
  cluster: KubeObject,
): Tree | undefined {
  const before = treeAt(cluster, 'status', 'initialization');
  const provisioned =
    before['infrastructureProvisioned'] === true ||
    isSet(infrastructure, 'status', 'initialization', 'provisioned');
  const initialized =
    before['controlPlaneInitialized'] === true ||
    isSet(controlPlane, 'status', 'initialization', 'controlPlaneInitialized');
  const after = {
    ...before,
    ...(provisioned ? { infrastructureProvisioned: true } : {}),
    ...(initialized ? { controlPlaneInitialized: true } : {}),
  };
  return Object.keys(after).length > 0 ? after : undefined;
}

function phaseOf(cluster: KubeObject, initialization: Tree | undefined): string {
  if (isDeleting(cluster)) return 'Deleting';
  const hasEndpoint = cluster.spec?.['controlPlaneEndpoint'] !== undefined;
  if (initialization?.['infrastructureProvisioned'] === true && hasEndpoint) return 'Provisioned';
  const refers = cluster.spec?.['infrastructureRef'] ?? cluster.spec?.['controlPlaneRef'];
  return refers ? 'Provisioning' : (textAt(cluster, 'status', 'phase') ?? 'Pending');
}

/** Copied from the control plane; absent, not 0, before there is one. */
function controlPlaneCounters({ controlPlane }: Scene): Tree | undefined {
  if (!controlPlane) return undefined;
  const { status } = controlPlane;
  const versions = versionsIn(controlPlane);
  return filled({
    desiredReplicas: numberAt(controlPlane, 'spec', 'replicas'),
    replicas: status?.['replicas'],
    readyReplicas: status?.['readyReplicas'],
    availableReplicas: status?.['availableReplicas'],
    upToDateReplicas: status?.['upToDateReplicas'],
    versions: versions.length > 0 ? versions : undefined,
  });
}

function workerCounters({ deployments }: Scene): Tree | undefined {
  const wanted = deployments.flatMap((one) => numberAt(one, 'spec', 'replicas') ?? []);
  return filled({
    desiredReplicas: wanted.length > 0 ? wanted.reduce((a, b) => a + b, 0) : undefined,
    ...sumOf(deployments),
  });
}

/** Cluster API's schemas refuse what is present and empty. */
function filled(tree: Tree): Tree | undefined {
  const entries = Object.entries(tree).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
