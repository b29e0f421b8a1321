import { Serves } from '@slipway/bus';
import { type CallContext, getClusterConfig, type Input } from '@slipway/contracts';
import { Inject, Injectable } from '@nestjs/common';
import {
  FOR_GETTING_CLUSTER_CONFIG,
  FOR_MANAGING_CLUSTER_RESOURCES,
  type ForGettingClusterConfig,
  type ForManagingClusterResources,
} from '../ports.js';

@Injectable()
export class ConfigHandlers {
  constructor(
    @Inject(FOR_MANAGING_CLUSTER_RESOURCES) private readonly clusters: ForManagingClusterResources,
    @Inject(FOR_GETTING_CLUSTER_CONFIG) private readonly configs: ForGettingClusterConfig,
  ) {}

  @Serves(getClusterConfig)
  async get({ cluster }: Input<typeof getClusterConfig>, call: CallContext) {
    return {
      kubeconfig: await this.configs.kubeconfig(this.clusters.get(cluster).name, call.signal),
    };
  }
}
