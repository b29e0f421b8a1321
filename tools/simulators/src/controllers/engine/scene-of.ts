import { type KubeObject } from '../../api/index.js';
import { type Delays } from '../delays.js';
import { textAt } from '../objects/index.js';
import { type Scene, type Workload } from '../rules/index.js';
import { type Collection } from './collection.js';
import { type WatchedKind } from './resources.js';

export type Collections = Readonly<Record<WatchedKind, Collection>>;

/** All that is known of one cluster now. */
export function sceneOf(
  name: string,
  collections: Collections,
  more: {
    readonly namespace: string;
    readonly workload: Workload;
    readonly delays: Delays;
    readonly now: Date;
    readonly passed: Scene['passed'];
    readonly suffix: Scene['suffix'];
  },
): Scene {
  const cluster = collections.Cluster.get(name);
  const all = (kind: WatchedKind) => collections[kind].of(name);
  const referred = (kind: WatchedKind, reference: string) => {
    const wanted = textAt(cluster, 'spec', reference, 'name');
    // Of a Cluster that is gone, what it left behind still has to end.
    return wanted === undefined ? all(kind)[0] : collections[kind].get(wanted);
  };
  const infrastructure = referred('XOCluster', 'infrastructureRef');
  const controlPlane = referred('KubeadmControlPlane', 'controlPlaneRef');
  const secret = kubeconfigSecret(collections.Secret.get(`${name}-kubeconfig`), controlPlane);
  return {
    ...more,
    ...(cluster ? { cluster } : {}),
    ...(infrastructure ? { infrastructure } : {}),
    ...(controlPlane ? { controlPlane } : {}),
    ...(secret ? { kubeconfigSecret: secret } : {}),
    deployments: all('MachineDeployment'),
    sets: all('MachineSet'),
    machines: all('Machine'),
    infraMachines: byName(all('XOMachine')),
    infraTemplates: byName(all('XOMachineTemplate')),
  };
}

/** Everything of one cluster, as the garbage collector sees it. */
export const objectsOf = (name: string, collections: Collections): readonly KubeObject[] =>
  Object.values(collections).flatMap((collection) => collection.of(name));

const byName = (objects: readonly KubeObject[]): ReadonlyMap<string, KubeObject> =>
  new Map(objects.map((object) => [object.metadata.name, object]));

/** One that belongs to a control plane of the same name that is gone leads nowhere any more. */
function kubeconfigSecret(secret: KubeObject | undefined, controlPlane: KubeObject | undefined) {
  const owner = secret?.metadata.ownerReferences?.find(
    ({ kind }) => kind === 'KubeadmControlPlane',
  );
  return owner && owner.uid !== controlPlane?.metadata.uid ? undefined : secret;
}
