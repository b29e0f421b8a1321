import { type KubeObject } from '../../api/index.js';
import { isDeleting } from '../objects/index.js';
import { isControlPlane } from './members.js';
import { type Scene } from './scene.js';

export interface Deletion {
  readonly reason: string;
  readonly message: string;
  readonly remove: readonly KubeObject[];
  readonly completed: boolean;
}

/** Workers, then the control plane, then the infrastructure, each waited for. Source: Cluster API. */
export function clusterDeletion(scene: Scene, cluster: KubeObject): Deletion {
  const { deployments, sets, machines, controlPlane, infrastructure } = scene;
  const workers = machines.filter((machine) => !isControlPlane(machine));
  const waitFor = (what: string, message: string, objects: readonly KubeObject[]): Deletion => ({
    reason: `WaitingFor${what}Deletion`,
    message,
    remove: objects.filter((one) => !isDeleting(one)),
    completed: false,
  });
  if (deployments.length + sets.length + workers.length > 0) {
    const own = [...deployments, ...sets, ...workers].filter(({ metadata }) =>
      metadata.ownerReferences?.some(({ uid }) => uid === cluster.metadata.uid),
    );
    const left = [
      named('MachineDeployments', deployments),
      named('MachineSets', sets),
      named('Worker Machines', workers),
    ];
    return waitFor('Workers', left.flat().join('\n'), own);
  }
  for (const [what, object] of [
    ['ControlPlane', controlPlane],
    ['Infrastructure', infrastructure],
  ] as const)
    if (object) return waitFor(what, `Waiting for ${object.kind} to be deleted`, [object]);
  return {
    reason: 'DeletionCompleted',
    message: 'Deletion completed',
    remove: [],
    completed: true,
  };
}

/** Three names, and how many more. */
function named(title: string, objects: readonly KubeObject[]): string[] {
  if (objects.length === 0) return [];
  const names = objects.map(({ metadata }) => metadata.name).sort();
  const more = names.length > 3 ? `, ... (${names.length - 3} more)` : '';
  return [`* ${title}: ${names.slice(0, 3).join(', ')}${more}`];
}
