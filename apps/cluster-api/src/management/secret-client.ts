import { kubeconfigUnavailable } from '@slipway/contracts';
import { readKubeconfigSecret, WorkloadError } from '@slipway/kube';
import { type ForGettingClusterConfig } from '../ports.js';
import { type ManagementCache } from './management-cache.js';

/** Kubeconfigs from the management cluster, read for each operation so that a rotation counts at once. */
export class SecretClient implements ForGettingClusterConfig {
  constructor(
    private readonly cache: Pick<ManagementCache, 'rest'>,
    private readonly namespace: string,
  ) {}

  async kubeconfig(cluster: string, signal: AbortSignal): Promise<string> {
    try {
      return await this.read(cluster, signal);
    } catch (error) {
      if (!(error instanceof WorkloadError)) throw error;
      throw kubeconfigUnavailable({ cluster, because: error.because }, error);
    }
  }

  /** Rejects with a WorkloadError. */
  async read(cluster: string, signal: AbortSignal): Promise<string> {
    const { rest } = this.cache;
    if (!rest) throw new WorkloadError('the management cluster is not reached yet');
    return readKubeconfigSecret({ rest, namespace: this.namespace, cluster, signal });
  }
}
