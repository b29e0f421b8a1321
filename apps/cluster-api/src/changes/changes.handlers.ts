import { Serves } from '@slipway/bus';
import {
  type CallContext,
  deleteCluster,
  deleteClusterTag,
  deleteNode,
  describeCluster,
  type Input,
  pauseCluster,
  pauseNode,
  resumeCluster,
  resumeNode,
  scaleControlPlane,
  scaleWorkers,
  setClusterTag,
} from '@slipway/contracts';
import { Inject, Injectable } from '@nestjs/common';
import {
  FOR_CHANGING_CLUSTERS,
  FOR_CHANGING_NODES,
  FOR_CHANGING_TAGS,
  type ForChangingClusters,
  type ForChangingNodes,
  type ForChangingTags,
} from '../ports.js';

/** Each answers with its success alone. */
const done = async (work: Promise<void>) => {
  await work;
  return {};
};

@Injectable()
export class ChangesHandlers {
  constructor(
    @Inject(FOR_CHANGING_CLUSTERS) private readonly clusters: ForChangingClusters,
    @Inject(FOR_CHANGING_NODES) private readonly nodes: ForChangingNodes,
    @Inject(FOR_CHANGING_TAGS) private readonly tags: ForChangingTags,
  ) {}

  @Serves(deleteCluster)
  deleteCluster({ cluster }: Input<typeof deleteCluster>, call: CallContext) {
    return done(this.clusters.delete(cluster, call));
  }

  @Serves(describeCluster)
  describe({ cluster, params }: Input<typeof describeCluster>, call: CallContext) {
    return done(this.clusters.describe(cluster, params.description, call));
  }

  @Serves(pauseCluster)
  pauseCluster({ cluster }: Input<typeof pauseCluster>, call: CallContext) {
    return done(this.clusters.pause(cluster, true, call));
  }

  @Serves(resumeCluster)
  resumeCluster({ cluster }: Input<typeof resumeCluster>, call: CallContext) {
    return done(this.clusters.pause(cluster, false, call));
  }

  @Serves(scaleWorkers)
  scaleWorkers({ cluster, params }: Input<typeof scaleWorkers>, call: CallContext) {
    return done(this.clusters.scaleWorkers(cluster, params.replicas, call));
  }

  @Serves(scaleControlPlane)
  scaleControlPlane({ cluster, params }: Input<typeof scaleControlPlane>, call: CallContext) {
    return done(this.clusters.scaleControlPlane(cluster, params.replicas, call));
  }

  @Serves(deleteNode)
  deleteNode({ cluster, node }: Input<typeof deleteNode>, call: CallContext) {
    return done(this.nodes.delete(cluster, node, call));
  }

  @Serves(pauseNode)
  pauseNode({ cluster, node }: Input<typeof pauseNode>, call: CallContext) {
    return done(this.nodes.pause(cluster, node, true, call));
  }

  @Serves(resumeNode)
  resumeNode({ cluster, node }: Input<typeof resumeNode>, call: CallContext) {
    return done(this.nodes.pause(cluster, node, false, call));
  }

  @Serves(setClusterTag)
  setTag({ cluster, tag, params }: Input<typeof setClusterTag>, call: CallContext) {
    return done(this.tags.set(cluster, tag, params.value, call));
  }

  @Serves(deleteClusterTag)
  deleteTag({ cluster, tag }: Input<typeof deleteClusterTag>, call: CallContext) {
    return done(this.tags.delete(cluster, tag, call));
  }
}
