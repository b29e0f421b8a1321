import { fault, type ValidationFault } from '@slipway/contracts';
import { type Catalogue } from '../../catalogue/index.js';
import { type ClusterDefaults, hasExternalEtcd } from '../defaults/index.js';
import { longestName } from '../names.js';
import { struct } from './check-creation.js';
import { type CreationParams } from './creation-request.js';
import { firstFault, longest, odd } from '../rules.js';

/** The version is not on offer. Asked before the defaults are read. Source: VMK Engine. */
export function checkVersion(
  { kubernetes_version: value }: Pick<CreationParams, 'kubernetes_version'>,
  catalogue: Pick<Catalogue, 'has'>,
): readonly ValidationFault[] {
  if (catalogue.has(value)) return [];
  return [fault({ struct, field: 'KubernetesVersion', tag: 'available', value })];
}

/**
 * The caller's faults that show only beside the defaults: the name of the worker deployment gets too
 * long, or the control plane's count is even while it keeps its own etcd.
 */
export function checkAgainstDefaults(
  params: CreationParams,
  defaults: ClusterDefaults,
): readonly ValidationFault[] {
  const name = { field: 'Name', value: params.name, rules: [longest(longestName(defaults))] };
  const count = {
    field: 'ControlPlaneReplicas',
    value: params.control_plane_replicas,
    rules: hasExternalEtcd(defaults) ? [] : [odd],
  };
  return [...firstFault({ struct, ...name }), ...firstFault({ struct, ...count })];
}
