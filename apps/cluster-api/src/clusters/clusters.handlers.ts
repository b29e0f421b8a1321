import { Serves } from '@slipway/bus';
import { type CallContext, getCluster, type Input, listClusters } from '@slipway/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { FOR_MANAGING_CLUSTERS, type ForManagingClusters } from '../ports.js';

@Injectable()
export class ClustersHandlers {
  constructor(@Inject(FOR_MANAGING_CLUSTERS) private readonly clusters: ForManagingClusters) {}

  @Serves(listClusters)
  list({ fields }: Input<typeof listClusters>, call: CallContext) {
    return this.clusters.list(fields, call);
  }

  @Serves(getCluster)
  get({ cluster }: Input<typeof getCluster>, call: CallContext) {
    return this.clusters.get(cluster, call);
  }
}
