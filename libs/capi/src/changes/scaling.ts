import {
  autoscalerManaged,
  controlPlaneUnsupported,
  fault,
  ownedByAnother,
  type Refusal,
  targetAmbiguous,
  targetDeleting,
  targetMissing,
  targetPaused,
  topologyManaged,
  type ValidationFault,
} from '@slipway/contracts';
import { type ChangeTarget, isDeleting, isForeign, isPaused } from './change-target.js';

/** Whatever their value. */
const autoscalerMarks = [
  'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size',
  'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size',
];
const struct = 'ClusterReplicasParams';
const field = 'Replicas';

/** Faults of a replica count that need no cluster. Source: VMK Engine. */
export function replicaFaults(replicas: number | undefined): readonly ValidationFault[] {
  if (replicas === undefined) return [fault({ struct, field, tag: 'required', value: 0 })];
  if (replicas < 1) return [fault({ struct, field, tag: 'min', param: '1', value: replicas })];
  return [];
}

/** A control plane that keeps its own etcd needs an odd count to have a majority. Source: VMK Engine. */
export function parityFaults(
  controlPlane: ChangeTarget,
  replicas: number,
): readonly ValidationFault[] {
  const etcd = controlPlane.spec?.kubeadmConfigSpec?.clusterConfiguration?.etcd;
  if (etcd?.external !== undefined || replicas % 2 === 1) return [];
  return [fault({ struct, field, tag: 'odd', value: replicas })];
}

/** Why a cluster can't be scaled, as far as it tells itself. */
export function unscalable(cluster: ChangeTarget): Refusal | undefined {
  const { name } = cluster.metadata;
  if (cluster.spec?.topology !== undefined) return topologyManaged({ cluster: name });
  return busy(cluster, `cluster "${name}"`);
}

/** The one worker deployment of the cluster among those that carry its label, or why there is none. */
export function workerDeployment(
  cluster: ChangeTarget,
  labelled: readonly ChangeTarget[],
): ChangeTarget | Refusal {
  const { name } = cluster.metadata;
  const own = labelled.filter(({ spec }) => spec?.clusterName === name);
  const [deployment] = own;
  if (!deployment) return targetMissing({ cluster: name, what: 'MachineDeployment' });
  if (own.length > 1) {
    return targetAmbiguous({ cluster: name, names: own.map(({ metadata }) => metadata.name) });
  }
  const target = `MachineDeployment "${deployment.metadata.name}"`;
  const annotation = autoscalerMarks.find(
    (mark) => deployment.metadata.annotations?.[mark] !== undefined,
  );
  if (annotation !== undefined) return autoscalerManaged({ target, annotation });
  return foreignOrBusy(cluster, deployment, target) ?? deployment;
}

export const kubeadmControlPlane = {
  apiGroup: 'controlplane.cluster.x-k8s.io',
  kind: 'KubeadmControlPlane',
};

/** The name of the cluster's KubeadmControlPlane, by its reference alone, or why it has none. */
export function controlPlaneName(cluster: ChangeTarget): string | Refusal {
  const { name } = cluster.metadata;
  const ref = cluster.spec?.controlPlaneRef;
  if (!ref?.name) return targetMissing({ cluster: name, what: 'control plane' });
  if (ref.apiGroup !== kubeadmControlPlane.apiGroup || ref.kind !== kubeadmControlPlane.kind) {
    return controlPlaneUnsupported({ cluster: name, found: `a ${ref.kind} (${ref.apiGroup})` });
  }
  return ref.name;
}

/** Why this control plane of the cluster can't be scaled. */
export function unscalableControlPlane(
  cluster: ChangeTarget,
  controlPlane: ChangeTarget,
): Refusal | undefined {
  const target = `KubeadmControlPlane "${controlPlane.metadata.name}"`;
  return foreignOrBusy(cluster, controlPlane, target);
}

/** Touches nothing but the count: any more could start a rollout. Source: VMK Engine. */
export const scaledTo = (replicas: number) => ({ spec: { replicas } });

function foreignOrBusy(cluster: ChangeTarget, target: ChangeTarget, named: string) {
  return isForeign(target, cluster)
    ? ownedByAnother({ target: named, cluster: cluster.metadata.name })
    : busy(target, named);
}

function busy(target: ChangeTarget, named: string): Refusal | undefined {
  if (isDeleting(target)) return targetDeleting({ target: named });
  return isPaused(target) ? targetPaused({ target: named }) : undefined;
}
