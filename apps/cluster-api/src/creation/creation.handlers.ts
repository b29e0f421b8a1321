import { Serves } from '@slipway/bus';
import { type CallContext, createCluster, type Input } from '@slipway/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { FOR_CREATING_CLUSTERS, type ForCreatingClusters } from '../ports.js';

@Injectable()
export class CreationHandlers {
  constructor(@Inject(FOR_CREATING_CLUSTERS) private readonly clusters: ForCreatingClusters) {}

  @Serves(createCluster)
  create({ params }: Input<typeof createCluster>, call: CallContext) {
    return this.clusters.create(params, call);
  }
}
