import { fault, validationFailed, type ValidationFault } from '@slipway/contracts';
import { longestName } from '../names.js';
import { type CreationParams, type CreationRequest } from './creation-request.js';
import {
  atLeast,
  descriptionLength,
  firstFault,
  ipv4,
  longest,
  rfc1123Label,
  type Rule,
  tagName,
  tagValue,
} from '../rules.js';

export const struct = 'ClusterCreateParams';

// Kubernetes takes 256 KiB of annotations and 1.5 MiB an object; VMK Engine names no bound.
const creatorLength = longest(4000);
const mostTags = 1000;

/**
 * Every fault of the request that is the caller's and needs neither catalogue nor defaults, one a field,
 * in the order of VMK Engine's structure. Source of the rules: VMK Engine; where it names no rule of its
 * validator, the names in `rules.ts` are ours.
 */
export function checkCreation(request: CreationRequest): readonly ValidationFault[] {
  return [
    ...required('Name', request.name, '', rfc1123Label, longest(longestName())),
    ...required('ControlPlaneReplicas', request.control_plane_replicas, 0, atLeast(1)),
    ...required('WorkerReplicas', request.worker_replicas, 0, atLeast(1)),
    ...required('KubernetesVersion', request.kubernetes_version, ''),
    ...required('ControlPlaneIP', request.control_plane_ip, '', ipv4),
    ...required('VMNamePrefix', request.vm_name_prefix, ''),
    ...firstBroken('Description', request.description ?? '', descriptionLength),
    ...firstBroken('CreatedByXOUserID', request.created_by_xo_user_id ?? '', creatorLength),
    ...tagFaults(request.tags ?? {}),
  ];
}

/** The request without doubts. Throws `validationFailed` with all its faults. */
export function creationParams(request: CreationRequest): CreationParams {
  const faults = checkCreation(request);
  if (faults.length > 0) throw validationFailed(faults);
  return {
    name: request.name ?? '',
    control_plane_replicas: request.control_plane_replicas ?? 0,
    worker_replicas: request.worker_replicas ?? 0,
    kubernetes_version: request.kubernetes_version ?? '',
    control_plane_ip: request.control_plane_ip ?? '',
    vm_name_prefix: request.vm_name_prefix ?? '',
    description: request.description ?? '',
    created_by_xo_user_id: request.created_by_xo_user_id ?? '',
    tags: request.tags ?? {},
  };
}

/** An empty text counts as missing, a zero doesn't. */
function required<T extends string | number>(
  field: string,
  given: T | null | undefined,
  missing: T,
  ...rules: readonly Rule<T>[]
): readonly ValidationFault[] {
  if (given === undefined || given === null || given === '') {
    return [fault({ struct, field, tag: 'required', value: missing })];
  }
  return firstBroken(field, given, ...rules);
}

function firstBroken<T>(field: string, value: T, ...rules: readonly Rule<T>[]) {
  return firstFault({ struct, field, value, rules });
}

function tagFaults(tags: Readonly<Record<string, string>>): readonly ValidationFault[] {
  const entries = Object.entries(tags);
  if (entries.length > mostTags) {
    return [fault({ struct, field: 'Tags', tag: 'max', param: String(mostTags), value: tags })];
  }
  return entries.flatMap(([name, value]) => {
    const field = `Tags[${shortened(name)}]`;
    return [...firstBroken(field, name, ...tagName), ...firstBroken(field, value, ...tagValue)];
  });
}

/** The fault's `value` has the whole name; six more copies of a megabyte help nobody. */
function shortened(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}…` : name;
}
