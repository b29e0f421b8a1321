import { Controller, Get, Inject } from '@nestjs/common';
import { type CallContext, listVersions } from '@slipway/contracts';
import {
  Answers,
  Call,
  FOR_ASKING_SERVICES,
  type ForAskingServices,
  Needs,
} from '../http/index.js';

@Controller('kubernetes/versions-available')
export class VersionsController {
  constructor(@Inject(FOR_ASKING_SERVICES) private readonly bus: ForAskingServices) {}

  @Get()
  @Needs('viewer')
  @Answers(200, listVersions, 'Lists available Kubernetes releases by minor version, newest first')
  list(@Call() call: CallContext) {
    return this.bus.request(listVersions, {}, call);
  }
}
