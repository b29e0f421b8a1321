import { type ChangeTarget, hasTag, kinds, tagFaults, tagged, tagLabelPrefix } from '@slipway/capi';
import {
  type CallContext,
  clusterNotFound,
  tagNotFound,
  validationFailed,
} from '@slipway/contracts';
import { Inject, Injectable } from '@nestjs/common';
import {
  FOR_MANAGING_CLUSTER_RESOURCES,
  type ForChangingTags,
  type ForManagingClusterResources,
} from '../ports.js';

import { ManagementObjects } from './management-objects.js';

/** Tags are labels of the Cluster. They disturb no other change and so take no reservation. */
@Injectable()
export class TagChanges implements ForChangingTags {
  constructor(
    @Inject(FOR_MANAGING_CLUSTER_RESOURCES) private readonly known: ForManagingClusterResources,
    @Inject(ManagementObjects) private readonly objects: ManagementObjects,
  ) {}

  async set(ref: string, tag: string, value: string | undefined, call: CallContext): Promise<void> {
    const faults = tagFaults(tag, { of: value });
    if (faults.length > 0) throw validationFailed(faults);
    const target = await this.target(ref, call);
    await this.label(target, tag, value ?? '');
  }

  async delete(ref: string, tag: string, call: CallContext): Promise<void> {
    const faults = tagFaults(tag);
    if (faults.length > 0) throw validationFailed(faults);
    const target = await this.target(ref, call);
    if (!hasTag(target.metadata.labels, tag)) throw tagNotFound({ cluster: ref, tag });
    await this.label(target, tag, null);
  }

  private async target(ref: string, call: CallContext): Promise<ChangeTarget> {
    const { name } = this.known.get(ref);
    const target = await this.objects.read(kinds.cluster, name, call.signal);
    if (!target) throw clusterNotFound({ cluster: ref });
    return target;
  }

  private async label(target: ChangeTarget, tag: string, value: string | null): Promise<void> {
    const key = `${tagLabelPrefix}${tag}`;
    await this.objects.patch({
      kind: kinds.cluster,
      target,
      patch: tagged(tag, value),
      shows: ({ metadata }) => (metadata.labels?.[key] ?? null) === value,
    });
  }
}
