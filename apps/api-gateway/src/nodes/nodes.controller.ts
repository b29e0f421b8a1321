import { Controller, Get, Inject, Param } from '@nestjs/common';
import { type CallContext, getNode, listNodes } from '@slipway/contracts';
import {
  Answers,
  Call,
  FieldsQuery,
  FOR_ASKING_SERVICES,
  type ForAskingServices,
  Needs,
} from '../http/index.js';

@Controller('kubernetes/nodes')
export class NodesController {
  constructor(@Inject(FOR_ASKING_SERVICES) private readonly bus: ForAskingServices) {}

  @Get()
  @Needs('viewer')
  @Answers(200, listNodes, 'Lists the nodes of all clusters, or selected fields of them')
  list(@FieldsQuery() fields: string | undefined, @Call() call: CallContext) {
    return this.bus.request(listNodes, { fields }, call);
  }

  @Get(':id')
  @Needs('viewer')
  @Answers(200, getNode, 'Returns one node by UUID or Machine name')
  get(@Param('id') node: string, @Call() call: CallContext) {
    return this.bus.request(getNode, { node }, call);
  }
}
