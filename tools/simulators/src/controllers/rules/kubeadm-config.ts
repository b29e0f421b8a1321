import { createHash } from 'node:crypto';
import { type KubeObject } from '../../api/index.js';
import { treeAt } from '../objects/index.js';

/**
 * What a control plane's Machines were configured with, in short. Cluster API keeps the whole of it in a
 * KubeadmConfig per Machine and compares that.
 */
export const configHash = (controlPlane: KubeObject): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(treeAt(controlPlane, 'spec', 'kubeadmConfigSpec'))))
    .digest('hex')
    .slice(0, 16);

/** Servers may give the same keys in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
