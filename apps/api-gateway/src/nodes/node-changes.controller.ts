import { Controller, Delete, Inject, Param, Post } from '@nestjs/common';
import {
  type CallContext,
  cordonNode,
  deleteNode,
  pauseNode,
  resumeNode,
  uncordonNode,
} from '@slipway/contracts';
import {
  Answers,
  Call,
  FOR_ASKING_SERVICES,
  type ForAskingServices,
  Needs,
} from '../http/index.js';

@Controller('kubernetes/clusters/:id/nodes/:nodeID')
export class NodeChangesController {
  constructor(@Inject(FOR_ASKING_SERVICES) private readonly bus: ForAskingServices) {}

  @Delete()
  @Needs('admin')
  @Answers(204, deleteNode, "Asks for the deletion of one of a cluster's nodes")
  async delete(
    @Param('id') cluster: string,
    @Param('nodeID') node: string,
    @Call() call: CallContext,
  ) {
    await this.bus.request(deleteNode, { cluster, node }, call);
  }

  @Post('reconciliation/pause')
  @Needs('operator')
  @Answers(204, pauseNode, "Pauses a node's Machine")
  async pause(
    @Param('id') cluster: string,
    @Param('nodeID') node: string,
    @Call() call: CallContext,
  ) {
    await this.bus.request(pauseNode, { cluster, node }, call);
  }

  @Post('reconciliation/resume')
  @Needs('operator')
  @Answers(204, resumeNode, "Resumes a node's Machine")
  async resume(
    @Param('id') cluster: string,
    @Param('nodeID') node: string,
    @Call() call: CallContext,
  ) {
    await this.bus.request(resumeNode, { cluster, node }, call);
  }

  @Post('cordon')
  @Needs('operator')
  @Answers(204, cordonNode, "Cordons a node's Kubernetes Node")
  async cordon(
    @Param('id') cluster: string,
    @Param('nodeID') node: string,
    @Call() call: CallContext,
  ) {
    await this.bus.request(cordonNode, { cluster, node }, call);
  }

  @Post('uncordon')
  @Needs('operator')
  @Answers(204, uncordonNode, "Uncordons a node's Kubernetes Node")
  async uncordon(
    @Param('id') cluster: string,
    @Param('nodeID') node: string,
    @Call() call: CallContext,
  ) {
    await this.bus.request(uncordonNode, { cluster, node }, call);
  }
}
