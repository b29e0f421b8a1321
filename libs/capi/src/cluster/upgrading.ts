import { readUpgradeAnnotation, upgradeAnnotationKey } from '@slipway/contracts';
import { type ClusterObject } from './cluster-object.js';

/**
 * Whether an upgrade holds the cluster: an active operation in the upgrade annotation, or one that
 * can't be read, since then an unknown owner holds it. Source: VMK Engine, `is_upgrading`.
 */
export function isUpgrading(cluster: ClusterObject): boolean {
  const { state } = readUpgradeAnnotation(cluster.metadata.annotations?.[upgradeAnnotationKey]);
  return state === 'active' || state === 'unreadable';
}
