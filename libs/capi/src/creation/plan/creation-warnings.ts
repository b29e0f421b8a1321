import { type Block, blockAt } from '../defaults/index.js';
import { longestLabel } from '../names.js';
import { countAnchors } from './anchor.js';
import { bootstrapConfigs, type Creation, versionOf } from './plan-creation.js';

/** Something that the creation goes on with and somebody may regret. */
export interface CreationWarning {
  readonly code: 'anchor' | 'bind-port' | 'kube-proxy' | 'vm-name';
  /** A sentence that says what to change. */
  readonly text: string;
}

const defaultBindPort = 6443;

/** For the log; none of them is a reason to refuse. */
export function creationWarnings(creation: Creation): readonly CreationWarning[] {
  const { controlPlane, worker } = bootstrapConfigs(creation);
  const version = versionOf(creation.params);
  return [
    ...anchorWarnings('controlPlaneKubeadmConfig', controlPlane, version),
    ...anchorWarnings('workerKubeadmConfig', worker, version),
    ...bindPortWarnings(creation.defaults.controlPlaneEndpointPort, controlPlane),
    ...kubeProxyWarnings(creation, controlPlane),
    ...vmNameWarnings(creation),
  ];
}

function anchorWarnings(key: string, config: Block, version: string): readonly CreationWarning[] {
  const commands = Array.isArray(config['preKubeadmCommands']) ? config['preKubeadmCommands'] : [];
  const count = countAnchors(commands, version);
  if (count === 1) return [];
  const text = `${key} has ${count} lines FULL="{{KUBERNETES_VERSION}}" in its preKubeadmCommands; upgrades of this cluster will be refused, they need exactly one`;
  return [{ code: 'anchor', text }];
}

function bindPortWarnings(port: number, config: Block): readonly CreationWarning[] {
  const bound = [
    blockAt(config, 'initConfiguration', 'localAPIEndpoint'),
    blockAt(config, 'joinConfiguration', 'controlPlane', 'localAPIEndpoint'),
  ];
  if (bound.every(({ bindPort }) => (bindPort ?? defaultBindPort) === port)) return [];
  const text = `controlPlaneEndpointPort is ${port}, but API servers listen elsewhere; set localAPIEndpoint.bindPort in initConfiguration and in joinConfiguration.controlPlane`;
  return [{ code: 'bind-port', text }];
}

function kubeProxyWarnings({ defaults }: Creation, config: Block): readonly CreationWarning[] {
  const { skipPhases } = blockAt(config, 'initConfiguration');
  const skipped = Array.isArray(skipPhases) && skipPhases.includes('addon/kube-proxy');
  if (!defaults.cilium?.kubeProxyReplacement || skipped) return [];
  const text =
    'cilium replaces kube-proxy, but kubeadm still installs it; add addon/kube-proxy to initConfiguration.skipPhases of controlPlaneKubeadmConfig';
  return [{ code: 'kube-proxy', text }];
}

function vmNameWarnings({ params }: Creation): readonly CreationWarning[] {
  const { vm_name_prefix: prefix, name } = params;
  // What the provider makes of it: prefix, cluster, role and the five last characters of the Machine.
  const { length } = `${prefix}${name}-worker-xxxxx`;
  if (length <= longestLabel) return [];
  const text = `names of worker VMs get ${length} characters long, host names end at ${longestLabel}; choose a shorter vm_name_prefix`;
  return [{ code: 'vm-name', text }];
}
