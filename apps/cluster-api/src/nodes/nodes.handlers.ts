import { Serves } from '@slipway/bus';
import {
  type CallContext,
  getNode,
  type Input,
  listClusterNodes,
  listNodes,
} from '@slipway/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { FOR_MANAGING_NODES, type ForManagingNodes } from '../ports.js';

@Injectable()
export class NodesHandlers {
  constructor(@Inject(FOR_MANAGING_NODES) private readonly nodes: ForManagingNodes) {}

  @Serves(listNodes)
  list({ fields }: Input<typeof listNodes>, call: CallContext) {
    return this.nodes.list(fields, call);
  }

  @Serves(listClusterNodes)
  ofCluster({ cluster, fields }: Input<typeof listClusterNodes>, call: CallContext) {
    return this.nodes.ofCluster(cluster, fields, call);
  }

  @Serves(getNode)
  get({ node }: Input<typeof getNode>, call: CallContext) {
    return this.nodes.get(node, call);
  }
}
