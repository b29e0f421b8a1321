import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { routeNotFound } from '@slipway/contracts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Answers, AnswersPage, Needs, RouteTable } from '../http/index.js';
import { openApiDocument } from './document.js';
import { pageFile, type SwaggerUi } from './pages.js';

export const SWAGGER_UI = Symbol('SwaggerUi');
export const ASSETS = Symbol('assets folder');
export const VERSION = Symbol('version');

@Controller('swagger')
export class SwaggerController {
  #document: object | undefined;

  constructor(
    @Inject(RouteTable) private readonly table: RouteTable,
    @Inject(SWAGGER_UI) private readonly ui: SwaggerUi,
    @Inject(ASSETS) private readonly assets: string,
    @Inject(VERSION) private readonly version: string,
  ) {}

  @Get('openapi.json')
  @Needs('viewer')
  @Answers(200, z.record(z.string(), z.unknown()), 'Returns the OpenAPI 3.1 document of this API')
  document(): object {
    return (this.#document ??= openApiDocument(this.table.routes, this.version));
  }

  /** One route for the page and its files: the page's own path is the empty name after the slash. */
  @Get('*')
  @Needs('viewer')
  @AnswersPage('text/html', 'Shows the API interactively, unless the interface is disabled')
  async page(
    @Param('*') name: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const file = await pageFile(this.ui, name, this.assets);
    if (!file) throw routeNotFound({ method: 'GET', path: `/swagger/${name}` });
    reply.header('content-type', file.mediaType).header('cache-control', 'public, max-age=3600');
    return file.bytes;
  }
}
