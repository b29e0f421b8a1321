import { Controller, Delete, Inject, Param, Post, Put } from '@nestjs/common';
import {
  type CallContext,
  ClusterDescriptionParams,
  ClusterReplicasParams,
  deleteCluster,
  describeCluster,
  type Input,
  pauseCluster,
  resumeCluster,
  scaleControlPlane,
  scaleWorkers,
} from '@slipway/contracts';
import {
  Answers,
  Body,
  Call,
  FOR_ASKING_SERVICES,
  type ForAskingServices,
  Needs,
  Takes,
} from '../http/index.js';

@Controller('kubernetes/clusters/:id')
export class ClusterChangesController {
  constructor(@Inject(FOR_ASKING_SERVICES) private readonly bus: ForAskingServices) {}

  @Delete()
  @Needs('admin')
  @Answers(204, deleteCluster, 'Deletes a cluster')
  async delete(@Param('id') cluster: string, @Call() call: CallContext) {
    await this.bus.request(deleteCluster, { cluster }, call);
  }

  @Put('description')
  @Needs('operator')
  @Takes(ClusterDescriptionParams)
  @Answers(204, describeCluster, "Replaces or clears a cluster's description")
  async describe(
    @Param('id') cluster: string,
    @Body() params: Input<typeof describeCluster>['params'],
    @Call() call: CallContext,
  ) {
    await this.bus.request(describeCluster, { cluster, params }, call);
  }

  @Put('workers/replicas')
  @Needs('operator')
  @Takes(ClusterReplicasParams)
  @Answers(204, scaleWorkers, 'Sets the wanted number of workers')
  async scaleWorkers(
    @Param('id') cluster: string,
    @Body() params: Input<typeof scaleWorkers>['params'],
    @Call() call: CallContext,
  ) {
    await this.bus.request(scaleWorkers, { cluster, params }, call);
  }

  @Put('control-plane/replicas')
  @Needs('operator')
  @Takes(ClusterReplicasParams)
  @Answers(204, scaleControlPlane, 'Sets the wanted number of control-plane machines')
  async scaleControlPlane(
    @Param('id') cluster: string,
    @Body() params: Input<typeof scaleControlPlane>['params'],
    @Call() call: CallContext,
  ) {
    await this.bus.request(scaleControlPlane, { cluster, params }, call);
  }

  @Post('reconciliation/pause')
  @Needs('operator')
  @Answers(204, pauseCluster, "Pauses a cluster's reconciliation")
  async pause(@Param('id') cluster: string, @Call() call: CallContext) {
    await this.bus.request(pauseCluster, { cluster }, call);
  }

  @Post('reconciliation/resume')
  @Needs('operator')
  @Answers(204, resumeCluster, "Resumes a cluster's reconciliation")
  async resume(@Param('id') cluster: string, @Call() call: CallContext) {
    await this.bus.request(resumeCluster, { cluster }, call);
  }
}
