import { type Clock, systemClock } from '@slipway/service';
import { ClientNodeCredentials } from './client-node-credentials.js';
import type { Credentials } from './credentials.js';
import { credentialsFromFile } from './kubeconfig-credentials.js';
import { KubeconfigError } from './kubeconfig-error.js';

export interface ManagementAccess {
  readonly kubeClient: 'kubeconfig' | 'in-cluster';
  /** Path of the file; needed with `kubeconfig`. There is no default: `~/.kube/config` never by accident. */
  readonly kubeconfig?: string | undefined;
  readonly clock?: Clock;
  /** Put before the service account's paths; for tests outside a pod. */
  readonly rootFolder?: string;
}

/** Credentials for the management cluster; rejects with a `KubeconfigError` that says what is missing. */
export async function managementCredentials({
  kubeClient,
  kubeconfig,
  clock = systemClock,
  rootFolder = '',
}: ManagementAccess): Promise<Credentials> {
  if (kubeClient === 'in-cluster') return inCluster(rootFolder, clock);
  if (!kubeconfig) throw new KubeconfigError('no kubeconfig file was named');
  return credentialsFromFile(kubeconfig, { clock });
}

async function inCluster(rootFolder: string, clock: Clock): Promise<Credentials> {
  // Client-node would go on with "https://undefined:undefined".
  for (const name of ['KUBERNETES_SERVICE_HOST', 'KUBERNETES_SERVICE_PORT']) {
    if (!process.env[name]) throw new KubeconfigError(`not in a cluster: ${name} isn't set`);
  }
  const { KubeConfig } = await import('./client-node.js');
  const load = async () => {
    const config = new KubeConfig();
    config.loadFromCluster(rootFolder);
    return config;
  };
  return ClientNodeCredentials.open({ load, what: 'the service account', renewable: true }, clock);
}
