import {
  conditionsWith,
  edited,
  finalizers,
  isDeleting,
  labels,
  no,
  ownedBy,
  treeAt,
  withFinalizer,
  withLabels,
  withoutFinalizer,
  withOwner,
  yes,
} from '../objects/index.js';
import { isPaused } from './paused.js';
import { type Scene, type Verdict } from './scene.js';

/**
 * XOCluster: its endpoint is copied and it is provisioned at once, paused or not. What Cluster API
 * adds (a plain owner reference, the label) waits until the Cluster is not paused.
 */
export function reconcileInfrastructure(scene: Scene): Verdict {
  const { infrastructure, cluster } = scene;
  if (!infrastructure) return {};
  if (isDeleting(infrastructure)) {
    const { uid } = infrastructure.metadata;
    if (!scene.passed(`${uid}/stop`, scene.delays.infrastructureStop)) return {};
    return { after: withoutFinalizer(infrastructure, finalizers.infrastructure) };
  }
  if (!cluster) return {};
  const owned = withFinalizer(infrastructure, finalizers.infrastructure);
  const adopted = isPaused(scene, infrastructure)
    ? owned
    : withOwner(withLabels(owned, { [labels.cluster]: cluster.metadata.name }), ownedBy(cluster));
  const endpoint = treeAt(infrastructure, 'spec', 'controlPlaneEndpoint');
  if (!endpoint['host']) {
    const waiting = no('Ready', 'WaitingForControlPlaneEndpoint');
    return {
      after: edited(adopted, {
        status: { conditions: conditionsWith(adopted, scene.now, [waiting]) },
      }),
    };
  }
  const ready = yes('Ready', 'ClusterInfrastructureReady');
  return {
    after: edited(adopted, {
      status: {
        ready: true,
        initialization: { provisioned: true },
        controlPlaneEndpoint: endpoint,
        conditions: conditionsWith(adopted, scene.now, [ready]),
      },
    }),
  };
}
