import { Controller, Headers, Inject, Param, Post, Res } from '@nestjs/common';
import { type CallContext, drainNode, NodeDrainParams } from '@slipway/contracts';
import type { FastifyReply } from 'fastify';
import {
  Answers,
  Body,
  Call,
  FOR_ASKING_SERVICES,
  type ForAskingServices,
  Needs,
  Takes,
} from '../http/index.js';
import { drainLines } from './drain-lines.js';

const LINES = 'application/x-ndjson';

@Controller('kubernetes/clusters/:id/nodes/:nodeID/drain')
export class NodeDrainController {
  constructor(@Inject(FOR_ASKING_SERVICES) private readonly bus: ForAskingServices) {}

  /** Who accepts lines sees each step; what ends the drain is then its last line. */
  @Post()
  @Needs('operator')
  @Takes(NodeDrainParams)
  @Answers(204, drainNode, "Cordons and drains a node's Kubernetes Node")
  async drain(
    @Param('id') cluster: string,
    @Param('nodeID') node: string,
    @Headers('accept') accept: string | undefined,
    @Body() params: NodeDrainParams,
    @Call() call: CallContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const steps = this.bus.stream(drainNode, { cluster, node, params }, call);
    if (!accept?.includes(LINES)) {
      await steps.result();
      return void reply.status(204).send();
    }
    const lines = await drainLines(steps, call);
    return void reply.status(200).header('content-type', LINES).send(lines);
  }
}
