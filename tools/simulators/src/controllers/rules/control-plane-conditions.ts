import { type KubeObject } from '../../api/index.js';
import { isDeleting, isSet, isTrue, no, textAt, yes, type Told } from '../objects/index.js';
import { healthConditions } from './control-plane-health.js';
import { type Move } from './control-plane-moves.js';
import { machinesReady, machinesUpToDate } from './members.js';
import { pausedCondition } from './paused.js';
import { rollingOut, scaling } from './scaling.js';
import { type Scene } from './scene.js';

/** All conditions of a KubeadmControlPlane that is not paused. Source: Cluster API 1.14. */
export function controlPlaneConditions(
  scene: Scene,
  controlPlane: KubeObject,
  {
    machines,
    move,
    begun,
    deletion,
  }: {
    readonly machines: readonly KubeObject[];
    readonly move: Move;
    readonly begun: boolean;
    readonly deletion?: { readonly reason: string; readonly left: number };
  },
): Told[] {
  const initialized = isSet(controlPlane, 'status', 'initialization', 'controlPlaneInitialized');
  const left = deletion?.left ?? 0;
  const deleting =
    left > 0 ? `Deleting ${left} Machine${left > 1 ? 's' : ''}` : 'Deletion completed';
  return [
    available(controlPlane, machines, initialized),
    initialized ? yes('Initialized') : no('Initialized'),
    ...(begun ? [yes('CertificatesAvailable', 'Available')] : []),
    ...(initialized ? health(machines) : []),
    machinesReady('MachinesReady', machines),
    machinesUpToDate('MachinesUpToDate', machines, scene),
    rollingOut(machines),
    ...scaling(controlPlane, machines.length, move.blockers),
    no('Remediating'),
    deletion ? yes('Deleting', deletion.reason, deleting) : no('Deleting'),
    pausedCondition(scene, controlPlane),
  ];
}

const isHealthy = (machine: KubeObject): boolean =>
  healthConditions.every((type) => isTrue(machine, type));

/** A quorum of etcd members and one whole set of components. Machines without a virtual machine don't count. */
function available(
  controlPlane: KubeObject,
  machines: readonly KubeObject[],
  initialized: boolean,
): Told {
  if (!initialized) return no('Available', 'NotAvailable', 'Control plane not yet initialized');
  const members = machines.filter((machine) => textAt(machine, 'status', 'nodeRef', 'name'));
  const healthy = members.filter(isHealthy).length;
  const quorum = Math.floor(members.length / 2) + 1;
  const messages = [
    ...(isDeleting(controlPlane) ? ['* Control plane metadata.deletionTimestamp is set'] : []),
    ...(healthy < quorum
      ? [
          `* ${healthy} of ${members.length} etcd members ${healthy === 1 ? 'is' : 'are'} healthy, at least ${quorum} healthy member required for etcd quorum`,
        ]
      : []),
    ...(healthy < 1
      ? ['* There are no Machines with healthy control plane components, at least 1 required']
      : []),
  ];
  return messages.length > 0
    ? no('Available', 'NotAvailable', messages.join('\n'))
    : yes('Available');
}

function health(machines: readonly KubeObject[]): Told[] {
  const sick = machines
    .filter((machine) => textAt(machine, 'spec', 'providerID') && !isHealthy(machine))
    .map(({ metadata }) => metadata.name)
    .sort();
  const message = sick.map((name) => `* Machine ${name}: not healthy`).join('\n');
  return sick.length > 0
    ? [
        no('EtcdClusterHealthy', 'NotHealthy', message),
        no('ControlPlaneComponentsHealthy', 'NotHealthy', message),
      ]
    : [yes('EtcdClusterHealthy', 'Healthy'), yes('ControlPlaneComponentsHealthy', 'Healthy')];
}
