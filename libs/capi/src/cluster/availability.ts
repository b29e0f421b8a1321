import { type ClusterObject } from './cluster-object.js';
import { condition } from './conditions.js';

/**
 * True only while the Available condition is True; missing, False and Unknown all mean false. Its
 * generation doesn't matter here. Source: VMK Engine, `is_available`.
 */
export function isAvailable(cluster: ClusterObject): boolean {
  return condition(cluster, 'Available')?.status === 'True';
}
