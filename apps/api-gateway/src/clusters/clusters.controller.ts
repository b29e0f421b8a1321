import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import {
  type CallContext,
  ClusterCreateParams,
  createCluster,
  getCluster,
  getClusterConfig,
  listClusterNodes,
  listClusters,
  listVolumes,
} from '@slipway/contracts';
import {
  Answers,
  Body,
  Call,
  FieldsQuery,
  FOR_ASKING_SERVICES,
  type ForAskingServices,
  Needs,
  Takes,
} from '../http/index.js';

@Controller('kubernetes/clusters')
export class ClustersController {
  constructor(@Inject(FOR_ASKING_SERVICES) private readonly bus: ForAskingServices) {}

  @Get()
  @Needs('viewer')
  @Answers(200, listClusters, 'Lists clusters, or selected fields of them')
  list(@FieldsQuery() fields: string | undefined, @Call() call: CallContext) {
    return this.bus.request(listClusters, { fields }, call);
  }

  @Post()
  @Needs('admin')
  @Takes(ClusterCreateParams)
  @Answers(200, createCluster, 'Creates a cluster')
  create(@Body() params: ClusterCreateParams, @Call() call: CallContext) {
    return this.bus.request(createCluster, { params }, call);
  }

  @Get(':id')
  @Needs('viewer')
  @Answers(200, getCluster, 'Returns one cluster by UUID or name')
  get(@Param('id') cluster: string, @Call() call: CallContext) {
    return this.bus.request(getCluster, { cluster }, call);
  }

  @Get(':id/nodes')
  @Needs('viewer')
  @Answers(200, listClusterNodes, "Lists a cluster's nodes, or selected fields of them")
  nodes(
    @Param('id') cluster: string,
    @FieldsQuery() fields: string | undefined,
    @Call() call: CallContext,
  ) {
    return this.bus.request(listClusterNodes, { cluster, fields }, call);
  }

  @Get(':id/volumes')
  @Needs('viewer')
  @Answers(200, listVolumes, "Lists the workload cluster's PersistentVolumes")
  volumes(
    @Param('id') cluster: string,
    @FieldsQuery() fields: string | undefined,
    @Call() call: CallContext,
  ) {
    return this.bus.request(listVolumes, { cluster, fields }, call);
  }

  @Get(':id/config')
  @Needs('admin')
  @Answers(200, getClusterConfig, "Returns the cluster's admin kubeconfig (break-glass access)")
  config(@Param('id') cluster: string, @Call() call: CallContext) {
    return this.bus.request(getClusterConfig, { cluster }, call);
  }
}
