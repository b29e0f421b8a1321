import { type KubeObject } from '../../api/index.js';
import { type PodDelays } from './pod-delays.js';

/** All that happens to Pods in one namespace of a workload cluster, as it was seen at one moment. */
export interface PodScene {
  readonly namespace: string;
  readonly pods: readonly KubeObject[];
  readonly replicaSets: readonly KubeObject[];
  readonly statefulSets: readonly KubeObject[];
  readonly daemonSets: readonly KubeObject[];
  readonly budgets: readonly KubeObject[];
  readonly nodes: ReadonlyMap<string, KubeObject>;
  readonly delays: PodDelays;
  readonly now: Date;
  /** Whether so many milliseconds have passed since this was first asked under the same key. */
  readonly passed: (key: string, milliseconds: number) => boolean;
  /** Five random characters, as generated names end. */
  readonly suffix: () => string;
}
