import { timestamp, type KubeObject } from '../../api/index.js';
import {
  aggregate,
  conditionOf,
  isDeleting,
  isSet,
  isTrue,
  no,
  summary,
  unknown,
  yes,
  type Told,
} from '../objects/index.js';
import { type Deletion } from './cluster-deletion.js';
import { isControlPlane, machinesReady, machinesUpToDate } from './members.js';
import { pausedCondition } from './paused.js';
import { type Scene } from './scene.js';

/** All conditions of a Cluster that is not paused. Source: Cluster API 1.14. */
export function clusterConditions(
  scene: Scene & { readonly cluster: KubeObject },
  deletion: Deletion | undefined,
): Told[] {
  const { cluster, machines, controlPlane, infrastructure, deployments } = scene;
  const controlPlaneMachines = machines.filter(isControlPlane);
  const workers = machines.filter((machine) => !isControlPlane(machine));
  const parts = [...(controlPlane ? [controlPlane] : []), ...deployments];
  const deleting = deletion ? yes('Deleting', deletion.reason, deletion.message) : no('Deleting');
  const mirrors = {
    probe: probe(scene),
    infrastructure: mirror(cluster, {
      type: 'InfrastructureReady',
      source: infrastructure,
      from: 'Ready',
      kind: 'XOCluster',
      fallback: 'status.initialization.provisioned',
      was: isSet(cluster, 'status', 'initialization', 'infrastructureProvisioned'),
    }),
    controlPlane: mirror(cluster, {
      type: 'ControlPlaneAvailable',
      source: controlPlane,
      from: 'Available',
      kind: 'KubeadmControlPlane',
      fallback: 'status.initialization.controlPlaneInitialized',
      was: isSet(cluster, 'status', 'initialization', 'controlPlaneInitialized'),
    }),
    workers: workersAvailable(deployments),
  };
  return [
    available(cluster, [deleting, ...Object.values(mirrors)]),
    mirrors.probe,
    mirrors.infrastructure,
    controlPlaneInitialized(scene),
    mirrors.controlPlane,
    mirrors.workers,
    machinesReady('ControlPlaneMachinesReady', controlPlaneMachines),
    machinesReady('WorkerMachinesReady', workers),
    machinesUpToDate('ControlPlaneMachinesUpToDate', controlPlaneMachines, scene),
    machinesUpToDate('WorkerMachinesUpToDate', workers, scene),
    ...['RollingOut', 'ScalingUp', 'ScalingDown'].map((type) => movement(type, parts)),
    no('Remediating'),
    deleting,
    pausedCondition(scene, cluster),
  ];
}

/** While a Cluster is deleting, parts that are gone are no news. */
function available(cluster: KubeObject, parts: readonly Told[]): Told {
  const gone = ['Deleted', 'DoesNotExist'];
  const told = parts.filter(({ reason }) => !isDeleting(cluster) || !gone.includes(reason));
  const reasons = { fine: 'Available', issue: 'NotAvailable', unknown: 'AvailableUnknown' };
  return summary('Available', told, { negative: ['Deleting'], reasons });
}

/** Lost only after the grace, so that a short break shows nowhere. */
function probe({ cluster, workload, delays }: Scene): Told {
  const { lastProbe, silence } = workload;
  const type = 'RemoteConnectionProbe';
  if (lastProbe === undefined || silence === undefined)
    return (
      conditionOf(cluster, type) ?? no(type, 'ProbeFailed', 'Remote connection not established yet')
    );
  if (silence <= delays.probeGrace) return yes(type, 'ProbeSucceeded');
  const last = timestamp(lastProbe);
  return no(type, 'ProbeFailed', `Remote connection probe failed, probe last succeeded at ${last}`);
}

/** What the XOCluster or the control plane says of itself, under the Cluster's own type. */
function mirror(
  cluster: KubeObject,
  {
    type,
    source,
    from,
    kind,
    fallback,
    was,
  }: {
    readonly type: string;
    readonly source: KubeObject | undefined;
    readonly from: string;
    readonly kind: string;
    readonly fallback: string;
    /** It was there once. */
    readonly was: boolean;
  },
): Told {
  if (source) {
    const told = conditionOf(source, from);
    if (told) return { ...told, type };
    return was ? yes(type, from) : no(type, `Not${from}`, `${kind} ${fallback} is false`);
  }
  if (!was) return no(type, 'DoesNotExist', `${kind} does not exist`);
  const still = isDeleting(cluster) ? '' : ' while the cluster still exists';
  return no(type, 'Deleted', `${kind} has been deleted${still}`);
}

/** Never goes back. */
function controlPlaneInitialized({ cluster, controlPlane }: Scene): Told {
  const type = 'ControlPlaneInitialized';
  if (isTrue(cluster, type)) return conditionOf(cluster, type) ?? yes(type, 'Initialized');
  if (!controlPlane) return unknown(type, 'DoesNotExist', 'KubeadmControlPlane does not exist');
  return isSet(controlPlane, 'status', 'initialization', 'controlPlaneInitialized')
    ? yes(type, 'Initialized')
    : no(type, 'NotInitialized', 'Control plane not yet initialized');
}

function workersAvailable(deployments: readonly KubeObject[]): Told {
  if (deployments.length === 0) return yes('WorkersAvailable', 'NoWorkers');
  return aggregate('WorkersAvailable', deployments, {
    source: 'Available',
    reasons: { fine: 'Available', issue: 'NotAvailable', unknown: 'AvailableUnknown' },
  });
}

/** RollingOut, ScalingUp and ScalingDown of the control plane and the workers together. */
function movement(type: string, parts: readonly KubeObject[]): Told {
  // A control plane need not report these: it counts once it does.
  const counted = parts.filter(
    (part) => part.kind === 'MachineDeployment' || conditionOf(part, type) !== undefined,
  );
  if (counted.length === 0) return no(type);
  return aggregate(type, counted, {
    source: type,
    negative: true,
    reasons: { fine: `Not${type}`, issue: type, unknown: `${type}Unknown` },
  });
}
