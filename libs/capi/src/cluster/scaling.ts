import { type ClusterObject } from './cluster-object.js';
import { currentStatus } from './conditions.js';

/**
 * Whether the cluster is scaling: true when ScalingUp or ScalingDown is, false when both are known
 * false, else undefined. Only conditions of the current generation count, so a pause, which freezes
 * them, makes the answer unknown. Source: VMK Engine, `is_scaling`.
 */
export function isScaling(cluster: ClusterObject): boolean | undefined {
  const signals = ['ScalingUp', 'ScalingDown'].map((type) => currentStatus(cluster, type));
  if (signals.includes('True')) return true;
  return signals.every((status) => status === 'False') ? false : undefined;
}
