import { type ClusterDefaults } from '../defaults/index.js';
import { namesFor } from '../names.js';
import { type CreationParams } from '../request/index.js';
import { bootstrapConfig, withCertificateName } from './bootstrap-config.js';
import { plannedCluster } from './cluster.js';
import { plannedInfrastructure, plannedMachines } from './infrastructure.js';
import { plannedControlPlane, plannedWorkerBootstrap, plannedWorkers } from './nodes.js';
import { type PlannedObject } from './planned-object.js';

/** Owner of the objects in a dry run: the Cluster has no uid yet, and nobody looks it up. */
export const dryRunUid = '00000000-0000-0000-0000-000000000000';

export interface Creation {
  readonly params: CreationParams;
  readonly defaults: ClusterDefaults;
}

/**
 * The seven objects of a new cluster in the order of their creation, the Cluster first. It alone needs
 * no `clusterUid`. Source: VMK Engine; no topology, no MachineHealthCheck.
 */
export function planCreation({
  params,
  defaults,
  namespace,
  clusterUid,
}: Creation & {
  readonly namespace: string;
  readonly clusterUid: string;
}): readonly PlannedObject[] {
  const { name, control_plane_ip: controlPlaneIP, vm_name_prefix: prefix } = params;
  const names = namesFor(name, defaults.workerName);
  const owner = { name, namespace, uid: clusterUid };
  const version = versionOf(params);
  const config = bootstrapConfigs({ params, defaults });
  const vms = { xoTags: defaults.xoTags ?? [], owner };
  return [
    plannedCluster({ params, defaults, namespace }),
    plannedInfrastructure({ defaults, controlPlaneIP, owner }),
    plannedMachines({
      role: 'control-plane-machines',
      name: names.controlPlane,
      namePrefix: `${prefix}-cp`,
      machineSpec: defaults.controlPlaneMachineSpec,
      ...vms,
    }),
    plannedMachines({
      role: 'worker-machines',
      name: names.worker,
      namePrefix: `${prefix}-worker`,
      machineSpec: defaults.workerMachineSpec,
      ...vms,
    }),
    plannedWorkerBootstrap({ name: names.worker, config: config.worker, owner }),
    plannedControlPlane({
      name: names.controlPlane,
      replicas: params.control_plane_replicas,
      version,
      owner,
      config: config.controlPlane,
    }),
    plannedWorkers({
      name: names.deployment,
      replicas: params.worker_replicas,
      version,
      owner,
      templates: names.worker,
    }),
  ];
}

/** As Cluster API and the bootstrap commands write it, with `v`. */
export function versionOf({ kubernetes_version: version }: CreationParams): string {
  return `v${version}`;
}

/** Both kubeadm configurations as they are sent. */
export function bootstrapConfigs({ params, defaults }: Creation) {
  const controlPlaneIP = params.control_plane_ip;
  const values = { version: versionOf(params), controlPlaneIP };
  const controlPlane = bootstrapConfig(defaults.controlPlaneKubeadmConfig, values);
  return {
    controlPlane: withCertificateName(controlPlane, controlPlaneIP),
    worker: bootstrapConfig(defaults.workerKubeadmConfig, values),
  };
}

/**
 * Starts the new cluster, unless it was changed since `resourceVersion`; the Vates provider's label on it
 * is such a change, so a conflict is read again and retried.
 */
export function activationPatch(resourceVersion: string) {
  return { metadata: { resourceVersion }, spec: { paused: null } };
}
