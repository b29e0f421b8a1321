import { Serves } from '@slipway/bus';
import {
  getClusterTag,
  type Input,
  listAllTags,
  listClusterTags,
  tagNotFound,
} from '@slipway/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { FOR_MANAGING_CLUSTER_RESOURCES, type ForManagingClusterResources } from '../ports.js';

/** Tags are labels of the Cluster; the cache has them with it. */
@Injectable()
export class TagsHandlers {
  constructor(
    @Inject(FOR_MANAGING_CLUSTER_RESOURCES) private readonly clusters: ForManagingClusterResources,
  ) {}

  @Serves(listAllTags)
  async listAll() {
    const clusters = this.clusters.list();
    return {
      result: Object.fromEntries(clusters.map(({ name, view }) => [name, view.tags ?? {}])),
    };
  }

  @Serves(listClusterTags)
  async list({ cluster }: Input<typeof listClusterTags>) {
    return { result: this.clusters.get(cluster).view.tags ?? {} };
  }

  @Serves(getClusterTag)
  async get({ cluster, tag }: Input<typeof getClusterTag>) {
    const tags = this.clusters.get(cluster).view.tags ?? {};
    const value = Object.hasOwn(tags, tag) ? tags[tag] : undefined;
    if (value === undefined) throw tagNotFound({ cluster, tag });
    return { value };
  }
}
