import { type ClusterDefaults, decodeDefaults } from '@slipway/capi';
import { configurationMissing, managementUnavailable } from '@slipway/contracts';
import { type KubeRest, resourcePath, StatusError, UnreachableError } from '@slipway/kube';
import { z } from 'zod';
import { type ForGettingClusterCreationDefaults } from '../ports.js';

const configMaps = { group: '', version: 'v1', plural: 'configmaps' };
const name = 'cluster-defaults';
const ConfigMap = z.object({ data: z.record(z.string(), z.string()).optional() });

export interface CreationDefaultsOptions {
  readonly rest: () => KubeRest;
  readonly namespace: string;
  readonly timeout: number;
}

/** The ConfigMap `cluster-defaults`, read once for each creation: one snapshot for all of it (F36). */
export class CreationDefaults implements ForGettingClusterCreationDefaults {
  constructor(private readonly options: CreationDefaultsOptions) {}

  async read(signal: AbortSignal): Promise<ClusterDefaults> {
    const decoded = decodeDefaults(await this.#data(signal));
    if ('defaults' in decoded) return decoded.defaults;
    const faults = decoded.faults.map(({ key, rule }) => `${key}: ${rule}`).join('; ');
    throw configurationMissing({ because: `ConfigMap "${name}": ${faults}` });
  }

  async #data(signal: AbortSignal): Promise<Readonly<Record<string, string>> | undefined> {
    const { rest, namespace, timeout } = this.options;
    try {
      const path = resourcePath(configMaps, { namespace, name });
      return ConfigMap.parse(await rest().get(path, { signal, timeout })).data;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UnreachableError) {
        throw managementUnavailable({ because: error.because }, error);
      }
      if (!(error instanceof StatusError)) throw error;
      const because =
        error.code === 404
          ? `there is no ConfigMap "${name}" in namespace "${namespace}"`
          : `ConfigMap "${name}" can't be read: ${error.message}`;
      throw configurationMissing({ because }, error);
    }
  }
}
