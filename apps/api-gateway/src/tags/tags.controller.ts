import { Controller, Get, Inject, Param } from '@nestjs/common';
import { type CallContext, getClusterTag, listAllTags, listClusterTags } from '@slipway/contracts';
import {
  Answers,
  Call,
  FOR_ASKING_SERVICES,
  type ForAskingServices,
  Needs,
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
}
