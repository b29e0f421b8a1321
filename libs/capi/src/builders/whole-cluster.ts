import { aCluster } from './cluster-builder.js';
import { aKubeconfigSecret, type RawSecret } from './kubeconfig-secret-builder.js';
import { aMachine, type MachineBuilder, type RawMachine } from './machine-builder.js';
import { uidOf } from './object-builder.js';
import { type RawCluster } from './raw-cluster.js';
import {
  aPersistentVolume,
  aVolumeAttachment,
  type RawPersistentVolume,
  type RawVolumeAttachment,
} from './volume-builders.js';
import { aNode, aPod, type RawNode, type RawPod } from './workload-builders.js';

export interface WholeClusterSize {
  readonly controlPlane: number;
  readonly workers: number;
  /** With `v`. */
  readonly version: string;
  /** The network's third byte, so that clusters differ: addresses are `10.30.<site>.<number>`. */
  readonly site: number;
}

/** A cluster at rest, seen from both sides. */
export interface WholeCluster {
  readonly cluster: RawCluster;
  readonly machines: RawMachine[];
  readonly kubeconfigSecret: RawSecret;
  readonly workload: {
    readonly nodes: RawNode[];
    readonly pods: RawPod[];
    readonly persistentVolumes: RawPersistentVolume[];
    readonly volumeAttachments: RawVolumeAttachment[];
  };
}

/**
 * A consistent cluster at rest: Machines with Nodes of the same names, one web Pod and one attached
 * volume a worker. The same arguments give the same objects.
 */
export function aWholeCluster(name = 'demo', size: Partial<WholeClusterSize> = {}): WholeCluster {
  const { controlPlane = 3, workers = 5, version = 'v1.36.8', site = 138 } = size;
  const controlPlaneNames = names(`${name}-cp`, controlPlane);
  const workerNames = names(`${name}-md-0`, workers);
  const machine = (each: string, index: number): MachineBuilder =>
    aMachine(each, name)
      .version(version)
      .addresses(['InternalIP', `10.30.${site}.${20 + index}`], ['Hostname', each]);
  return {
    cluster: aCluster(name)
      .withNodes({ controlPlane, workers, version })
      .endpoint(`10.30.${site}.14`)
      .build(),
    machines: [
      ...controlPlaneNames.map((each, index) => machine(each, index).controlPlane().build()),
      ...workerNames.map((each, index) => machine(each, controlPlane + index).build()),
    ],
    kubeconfigSecret: aKubeconfigSecret(name).build(),
    workload: {
      nodes: [...controlPlaneNames, ...workerNames].map((each) => aNode(each).build()),
      pods: workerNames.map((each, index) => aPod(`web-${index}`).onNode(each).build()),
      persistentVolumes: workerNames.map((_, index) =>
        aPersistentVolume(`pvc-${name}-${index}`)
          .xo(uidOf('Volume', `${name}-${index}`))
          .claimedBy('app', `data-web-${index}`)
          .build(),
      ),
      volumeAttachments: workerNames.map((each, index) =>
        aVolumeAttachment(`pvc-${name}-${index}`, each).build(),
      ),
    },
  };
}

/** Names with the five-character endings that Cluster API gives, here a number. */
function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${`${index}`.padStart(5, 'x')}`);
}
