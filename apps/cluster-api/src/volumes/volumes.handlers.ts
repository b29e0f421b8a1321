import { Serves } from '@slipway/bus';
import { parseSelection, pick } from '@slipway/capi';
import { type CallContext, type Input, listVolumes, Volume } from '@slipway/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { FOR_MANAGING_CLUSTER_RESOURCES, type ForManagingClusterResources } from '../ports.js';
import { WorkloadReads } from '../workload/index.js';

@Injectable()
export class VolumesHandlers {
  constructor(
    @Inject(FOR_MANAGING_CLUSTER_RESOURCES) private readonly clusters: ForManagingClusterResources,
    @Inject(WorkloadReads) private readonly workload: WorkloadReads,
  ) {}

  @Serves(listVolumes)
  async list({ cluster, fields }: Input<typeof listVolumes>, call: CallContext) {
    const volumes = await this.workload.volumes(this.clusters.get(cluster).name, call);
    const selection = parseSelection(fields, Volume);
    return volumes.map((volume) => pick(selection, volume));
  }
}
