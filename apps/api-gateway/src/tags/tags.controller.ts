import { Controller, Delete, Get, Inject, Param, Put } from '@nestjs/common';
import {
  type CallContext,
  ClusterTagParams,
  deleteClusterTag,
  getClusterTag,
  type Input,
  listAllTags,
  listClusterTags,
  setClusterTag,
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

@Controller('kubernetes')
export class TagsController {
  constructor(@Inject(FOR_ASKING_SERVICES) private readonly bus: ForAskingServices) {}

  @Get('tags')
  @Needs('viewer')
  @Answers(200, listAllTags, 'Lists tags grouped by cluster name')
  listAll(@Call() call: CallContext) {
    return this.bus.request(listAllTags, {}, call);
  }

  @Get('clusters/:id/tags')
  @Needs('viewer')
  @Answers(200, listClusterTags, "Lists a cluster's tags")
  list(@Param('id') cluster: string, @Call() call: CallContext) {
    return this.bus.request(listClusterTags, { cluster }, call);
  }

  @Get('clusters/:id/tags/:tag')
  @Needs('viewer')
  @Answers(200, getClusterTag, 'Reads one tag')
  get(@Param('id') cluster: string, @Param('tag') tag: string, @Call() call: CallContext) {
    return this.bus.request(getClusterTag, { cluster, tag }, call);
  }

  @Put('clusters/:id/tags/:tag')
  @Needs('operator')
  @Takes(ClusterTagParams)
  @Answers(204, setClusterTag, 'Creates or updates one tag')
  async set(
    @Param('id') cluster: string,
    @Param('tag') tag: string,
    @Body() params: Input<typeof setClusterTag>['params'],
    @Call() call: CallContext,
  ) {
    await this.bus.request(setClusterTag, { cluster, tag, params }, call);
  }

  @Delete('clusters/:id/tags/:tag')
  @Needs('operator')
  @Answers(204, deleteClusterTag, 'Deletes one tag')
  async delete(@Param('id') cluster: string, @Param('tag') tag: string, @Call() call: CallContext) {
    await this.bus.request(deleteClusterTag, { cluster, tag }, call);
  }
}
