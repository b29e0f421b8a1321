import { type Emit, Serves } from '@slipway/bus';
import {
  type CallContext,
  cordonNode,
  drainNode,
  type DrainStep,
  type Input,
  uncordonNode,
} from '@slipway/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { FOR_DRAINING_NODES, type ForDrainingNodes } from '../ports.js';

@Injectable()
export class DrainHandlers {
  constructor(@Inject(FOR_DRAINING_NODES) private readonly nodes: ForDrainingNodes) {}

  @Serves(cordonNode)
  async cordon({ cluster, node }: Input<typeof cordonNode>, call: CallContext) {
    await this.nodes.cordon(cluster, node, true, call);
    return {};
  }

  @Serves(uncordonNode)
  async uncordon({ cluster, node }: Input<typeof uncordonNode>, call: CallContext) {
    await this.nodes.cordon(cluster, node, false, call);
    return {};
  }

  @Serves(drainNode)
  async drain(input: Input<typeof drainNode>, call: CallContext, emit: Emit<DrainStep>) {
    await this.nodes.drain(input, call, emit);
    return {};
  }
}
