import { type KubeObject } from '../../api/index.js';
import { reconcileCluster } from './cluster.js';
import { reconcileControlPlane } from './control-plane.js';
import { reconcileDeployment } from './machine-deployment.js';
import { reconcileMachine } from './machine.js';
import { reconcileSet } from './machine-set.js';
import { type Ruling, type Scene, type Verdict } from './scene.js';
import { reconcileInfrastructure } from './xo-cluster.js';
import { reconcileInfraMachine } from './xo-machine.js';

/** One verdict per object that has a controller; each object is written by one rule alone. */
export function reconcile(scene: Scene): readonly Ruling[] {
  const each = (
    objects: Iterable<KubeObject>,
    rule: (scene: Scene, object: KubeObject) => Verdict,
  ): Ruling[] => [...objects].map((before) => ({ before, ...rule(scene, before) }));
  const one = (before: KubeObject | undefined, verdict: Verdict): Ruling =>
    before ? { before, ...verdict } : verdict;
  return [
    one(scene.infrastructure, reconcileInfrastructure(scene)),
    one(scene.cluster, reconcileCluster(scene)),
    one(scene.controlPlane, reconcileControlPlane(scene)),
    ...each(scene.deployments, reconcileDeployment),
    ...each(scene.sets, reconcileSet),
    ...each(scene.machines, reconcileMachine),
    ...each(scene.infraMachines.values(), reconcileInfraMachine),
  ];
}
