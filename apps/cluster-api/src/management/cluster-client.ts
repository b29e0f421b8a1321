import { type ClusterRecord } from '@slipway/capi';
import { clusterNotFound } from '@slipway/contracts';
import { type ProjectedStore } from '@slipway/kube';
import { type ForManagingClusterResources } from '../ports.js';

export class ClusterClient implements ForManagingClusterResources {
  constructor(private readonly store: ProjectedStore<ClusterRecord>) {}

  list(): readonly ClusterRecord[] {
    return this.store.values();
  }

  get(ref: string): ClusterRecord {
    const cluster = this.store.byId(ref.toLowerCase()) ?? this.store.get(ref);
    if (!cluster) throw clusterNotFound({ cluster: ref });
    return cluster;
  }
}
