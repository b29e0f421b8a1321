import { type KubeObject } from '../../api/index.js';
import {
  apiVersions,
  conditionsWith,
  controlledBy,
  countersOf,
  edited,
  finalizers,
  isDeleting,
  isSet,
  labels,
  ownedBy,
  selectorText,
  treeAt,
  withFinalizer,
  withLabels,
  withoutFinalizer,
  withOwner,
} from '../objects/index.js';
import { controlPlaneConditions } from './control-plane-conditions.js';
import { nextMove, type Move } from './control-plane-moves.js';
import { isClusterGoing, machinesOf } from './members.js';
import { isPaused, onlyPaused } from './paused.js';
import { type Scene, type Verdict } from './scene.js';

/** KubeadmControlPlane: kubeconfig, one Machine after the other, rollout, counters, deletion. */
export function reconcileControlPlane(scene: Scene): Verdict {
  const { controlPlane, cluster } = scene;
  if (!controlPlane || (!cluster && !isDeleting(controlPlane))) return {};
  if (isPaused(scene, controlPlane)) return { after: onlyPaused(scene, controlPlane) };
  if (isDeleting(controlPlane)) return deletion(scene, controlPlane);
  const adopted = adopt(scene, controlPlane);
  const begun =
    isSet(cluster, 'status', 'initialization', 'infrastructureProvisioned') &&
    cluster?.spec?.['controlPlaneEndpoint'] !== undefined;
  const move: Move = begun ? nextMove(scene, controlPlane) : {};
  const { create = [], remove = [] } = move;
  return {
    after: withStatus(scene, adopted, { move, begun }),
    create: [...kubeconfigSecret(scene, controlPlane), ...create],
    remove,
  };
}

function adopt(scene: Scene, controlPlane: KubeObject): KubeObject {
  const { cluster } = scene;
  const named = withFinalizer(controlPlane, finalizers.controlPlane);
  if (!cluster) return named;
  return withOwner(
    withLabels(named, { [labels.cluster]: cluster.metadata.name }),
    ownedBy(cluster),
  );
}

function deletion(scene: Scene, controlPlane: KubeObject): Verdict {
  const machines = machinesOf(scene, controlPlane);
  const workers = scene.machines.length - machines.length;
  const story =
    workers > 0
      ? ({ reason: 'WaitingForWorkersDeletion', left: workers } as const)
      : machines.length > 0
        ? ({ reason: 'WaitingForMachineDeletion', left: machines.length } as const)
        : ({ reason: 'DeletionCompleted', left: 0 } as const);
  const after = withStatus(scene, controlPlane, { move: {}, begun: true, deletion: story });
  if (machines.length === 0) return { after: withoutFinalizer(after, finalizers.controlPlane) };
  const waits = workers > 0 && !isClusterGoing(scene);
  return { after, remove: waits ? [] : machines.filter((machine) => !isDeleting(machine)) };
}

function withStatus(
  scene: Scene,
  controlPlane: KubeObject,
  story: {
    readonly move: Move;
    /** The infrastructure is there, so that certificates are. */
    readonly begun: boolean;
    readonly deletion?: { readonly reason: string; readonly left: number };
  },
): KubeObject {
  const machines = machinesOf(scene, controlPlane);
  const counters = countersOf(machines);
  const versions = counters['versions'] as readonly { version: string }[] | undefined;
  const before = treeAt(controlPlane, 'status', 'initialization');
  const initialized =
    before['controlPlaneInitialized'] === true || (story.begun && scene.workload.nodes.size > 0);
  const counted = edited(controlPlane, {
    status: {
      ...counters,
      ...(versions?.[0] ? { version: versions[0].version } : {}),
      selector: selectorText({
        [labels.cluster]: scene.cluster?.metadata.name ?? '',
        [labels.controlPlane]: '',
      }),
      observedGeneration: controlPlane.metadata.generation,
      initialization: initialized ? { ...before, controlPlaneInitialized: true } : undefined,
    },
  });
  const told = controlPlaneConditions(scene, counted, { machines, ...story });
  return edited(counted, { status: { conditions: conditionsWith(counted, scene.now, told) } });
}

/** Made early: the endpoint is known, though nothing answers there yet. */
function kubeconfigSecret(scene: Scene, controlPlane: KubeObject): KubeObject[] {
  const { cluster, kubeconfigSecret: existing, workload } = scene;
  if (!cluster || existing || workload.kubeconfig === undefined) return [];
  return [
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: `${cluster.metadata.name}-kubeconfig`,
        namespace: scene.namespace,
        labels: { [labels.cluster]: cluster.metadata.name },
        ownerReferences: [{ ...controlledBy(controlPlane), apiVersion: apiVersions.controlPlane }],
      },
      type: 'cluster.x-k8s.io/secret',
      data: { value: Buffer.from(workload.kubeconfig).toString('base64') },
    },
  ];
}
