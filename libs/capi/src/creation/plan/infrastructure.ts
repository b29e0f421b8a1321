import { type Block, type ClusterDefaults } from '../defaults/index.js';
import { xoCluster, xoMachineTemplate } from '../../kinds.js';
import { ownedObject, type Owner, type PlannedObject } from './planned-object.js';

/** The control plane's endpoint and the addons; an empty load balancer or no Cilium settings stay out. */
export function plannedInfrastructure(of: {
  readonly defaults: ClusterDefaults;
  readonly controlPlaneIP: string;
  readonly owner: Owner;
}): PlannedObject {
  const { defaults, controlPlaneIP, owner } = of;
  const { controlPlaneLoadBalancer, cni, cilium } = defaults;
  return ownedObject({
    role: 'infrastructure',
    kind: xoCluster,
    name: owner.name,
    owner,
    controller: true,
    spec: {
      controlPlaneEndpoint: {
        host: controlPlaneIP,
        port: defaults.controlPlaneEndpointPort,
        subnet: defaults.controlPlaneEndpointSubnet,
      },
      ...(controlPlaneLoadBalancer === '' ? {} : { controlPlaneLB: controlPlaneLoadBalancer }),
      addons: { ccm: true, csi: true, cni, ...(cilium ? { cilium } : {}) },
    },
  });
}

/**
 * The VMs of one group. The provider cuts the role from the end of `namePrefix` and puts it behind the
 * cluster's name: `dev--cp` makes `dev-<cluster>-cp-<random>`.
 */
export function plannedMachines(of: {
  readonly role: 'control-plane-machines' | 'worker-machines';
  readonly name: string;
  readonly namePrefix: string;
  readonly machineSpec: Block;
  readonly xoTags: readonly string[];
  readonly owner: Owner;
}): PlannedObject {
  const { role, name, namePrefix, machineSpec, xoTags, owner } = of;
  const { tags, ...rest } = machineSpec;
  const all = allTags(xoTags, tags);
  const spec = { ...rest, namePrefix, ...(all === undefined ? {} : { tags: all }) };
  return ownedObject({ role, kind: xoMachineTemplate, name, owner, spec: { template: { spec } } });
}

/** Tags of every VM, then the group's own; undefined when there are none. */
function allTags(xoTags: readonly string[], own: unknown): unknown {
  if (own !== undefined && own !== null && !Array.isArray(own)) return own;
  const all = [...new Set<unknown>([...xoTags, ...((own ?? []) as unknown[])])];
  return all.length > 0 ? all : undefined;
}
