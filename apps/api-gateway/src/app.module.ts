import { type Logger } from '@slipway/service';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, DiscoveryModule } from '@nestjs/core';
import { ClusterChangesController, ClustersController } from './clusters/index.js';
import {
  FOR_ASKING_SERVICES,
  type ForAskingServices,
  LOGGER,
  ProblemFilter,
  RouteTable,
} from './http/index.js';
import { NodeChangesController, NodeDrainController, NodesController } from './nodes/index.js';
import { ASSETS, SWAGGER_UI, SwaggerController, type SwaggerUi, VERSION } from './openapi/index.js';
import { PingController } from './ping/index.js';
import { TagsController } from './tags/index.js';
import { VersionsController } from './versions/index.js';

export interface GatewayParts {
  readonly bus: ForAskingServices;
  readonly logger: Logger;
  readonly swaggerUi: SwaggerUi;
  /** The folder with the files of the API pages. */
  readonly assets: string;
  readonly version: string;
}

@Module({})
export class AppModule {
  static with({ bus, logger, swaggerUi, assets, version }: GatewayParts): DynamicModule {
    return {
      module: AppModule,
      imports: [DiscoveryModule],
      controllers: [
        PingController,
        ClustersController,
        ClusterChangesController,
        NodesController,
        NodeChangesController,
        NodeDrainController,
        TagsController,
        VersionsController,
        SwaggerController,
      ],
      providers: [
        RouteTable,
        { provide: FOR_ASKING_SERVICES, useValue: bus },
        { provide: LOGGER, useValue: logger },
        { provide: SWAGGER_UI, useValue: swaggerUi },
        { provide: ASSETS, useValue: assets },
        { provide: VERSION, useValue: version },
        { provide: APP_FILTER, useClass: ProblemFilter },
      ],
    };
  }
}
