import { type KubeObject } from '../../api/index.js';
import { type Delays } from '../delays.js';

/** What is known of a cluster's own API server. */
export interface Workload {
  /** Text of the kubeconfig; absent until the cluster has one. */
  readonly kubeconfig?: string;
  readonly nodes: ReadonlyMap<string, KubeObject>;
  /** The Nodes are listed: what is not among them doesn't exist. */
  readonly connected: boolean;
  readonly lastProbe?: Date;
  /** Milliseconds since then; undefined before the first. */
  readonly silence?: number;
  /** Drains under way, by Node: what is left to do. */
  readonly drains: ReadonlyMap<string, Drain>;
}

export interface Drain {
  readonly done: boolean;
  /** Blocking Pods in words, as Cluster API puts them. */
  readonly message: string;
}

/** All objects of one cluster as they were seen at one moment, and the time. Rules decide by nothing else. */
export interface Scene {
  readonly namespace: string;
  readonly cluster?: KubeObject;
  /** The XOCluster, KubeadmControlPlane that the Cluster refers to. */
  readonly infrastructure?: KubeObject;
  readonly controlPlane?: KubeObject;
  readonly deployments: readonly KubeObject[];
  readonly sets: readonly KubeObject[];
  readonly machines: readonly KubeObject[];
  /** XOMachine and XOMachineTemplate by name. */
  readonly infraMachines: ReadonlyMap<string, KubeObject>;
  readonly infraTemplates: ReadonlyMap<string, KubeObject>;
  readonly kubeconfigSecret?: KubeObject;
  readonly workload: Workload;
  readonly delays: Delays;
  readonly now: Date;
  /**
   * Whether so many milliseconds have passed since this was first asked under the same key; if not,
   * another look follows when they have.
   */
  readonly passed: (key: string, milliseconds: number) => boolean;
  /** Five random characters, as generated names end. */
  readonly suffix: () => string;
}

/** What a rule wants done about one object. */
export interface Verdict {
  /** The object as it should be; what differs is written. */
  readonly after?: KubeObject;
  readonly create?: readonly KubeObject[];
  readonly remove?: readonly KubeObject[];
  /** To go at once, whatever their grace. */
  readonly end?: readonly KubeObject[];
}

/** A verdict with what its `after` is to be compared with. */
export interface Ruling extends Verdict {
  readonly before?: KubeObject;
}
