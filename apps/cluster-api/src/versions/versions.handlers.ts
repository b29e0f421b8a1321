import { Serves } from '@slipway/bus';
import { type AvailableVersion, listVersions } from '@slipway/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { FOR_MANAGING_VERSIONS, type ForManagingVersions } from '../ports.js';

@Injectable()
export class VersionsHandlers {
  constructor(@Inject(FOR_MANAGING_VERSIONS) private readonly versions: ForManagingVersions) {}

  @Serves(listVersions)
  async list(): Promise<AvailableVersion[]> {
    return [...this.versions.list()];
  }
}
