import { type Tree } from '../api/index.js';
import { uuidOf } from './names.js';

/** What a kubelet says of its machine. */
export const nodeInfoOf = (version: string, systemUUID: string): Tree => ({
  machineID: systemUUID.replaceAll('-', ''),
  systemUUID,
  bootID: uuidOf(systemUUID, 'boot'),
  kernelVersion: '6.12.0-55.el10.x86_64',
  osImage: 'AlmaLinux 10.0 (Purple Lion)',
  containerRuntimeVersion: 'containerd://2.1.4',
  kubeletVersion: version,
  kubeProxyVersion: '',
  operatingSystem: 'linux',
  architecture: 'amd64',
});
