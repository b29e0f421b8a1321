import { type ClusterDefaults } from '../defaults/index.js';
import { type Role } from './planned-object.js';

/** Who wrote a field of a planned object: a key of the defaults, or the request itself. */
export type Origin = { readonly key: keyof ClusterDefaults } | { readonly param: 'VMNamePrefix' };

/** By the start of the field's path; the first that fits counts. */
type Origins = readonly (readonly [path: string, origin: Origin])[];

const key = (name: keyof ClusterDefaults): Origin => ({ key: name });
const namePrefix = ['spec.template.spec.namePrefix', { param: 'VMNamePrefix' }] as const;

const origins: Readonly<Record<Role, Origins>> = {
  cluster: [
    ['spec.clusterNetwork.pods', key('podCIDR')],
    ['spec.clusterNetwork.services', key('serviceCIDR')],
    ['spec.clusterNetwork.serviceDomain', key('serviceDomain')],
  ],
  infrastructure: [
    ['spec.controlPlaneEndpoint.port', key('controlPlaneEndpointPort')],
    ['spec.controlPlaneEndpoint.subnet', key('controlPlaneEndpointSubnet')],
    ['spec.controlPlaneLB', key('controlPlaneLoadBalancer')],
    ['spec.addons.cilium', key('cilium')],
    ['spec.addons.cni', key('cni')],
  ],
  'control-plane-machines': [namePrefix, ['spec.template.spec', key('controlPlaneMachineSpec')]],
  'worker-machines': [namePrefix, ['spec.template.spec', key('workerMachineSpec')]],
  'worker-bootstrap': [['spec.template.spec', key('workerKubeadmConfig')]],
  'control-plane': [['spec.kubeadmConfigSpec', key('controlPlaneKubeadmConfig')]],
  workers: [],
};

/**
 * Where a refused field comes from, so that the answer can name what to correct; undefined for a field
 * that no configuration and no free text of the request decides.
 */
export function originOf({
  role,
  field,
}: {
  readonly role: Role;
  readonly field: string;
}): Origin | undefined {
  return origins[role].find(([path]) => startsAt(field, path))?.[1];
}

function startsAt(field: string, path: string): boolean {
  return field.startsWith(path) && ['', '.', '['].includes(field.charAt(path.length));
}

/** What the API server names where it stopped, for rules it could not check after a wrong type. */
const noField = '<nil>';

/**
 * The fields that a refusal of Kubernetes names: those of its causes, or the unknown ones of the strict
 * decoder, which has no causes and quotes them in its message.
 */
export function refusedFields({
  message,
  causes = [],
}: {
  readonly message: string;
  readonly causes?: readonly { readonly field?: string | undefined }[] | undefined;
}): readonly string[] {
  const named = causes.flatMap(({ field }) => (field && field !== noField ? [field] : []));
  const unknown = [...message.matchAll(/(?:unknown|duplicate) field "([^"]+)"/g)].map(
    ([, field = '']) => field,
  );
  return [...new Set([...named, ...unknown])];
}
