import { nestLogger } from '@slipway/service';
import { NestFactory } from '@nestjs/core';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Registry } from 'prom-client';
import { AppModule, type GatewayParts } from './app.module.js';
import { createAdapter, RouteTable } from './http/index.js';

/** The gateway, ready to listen; throws when a route declares no role. */
export async function createApp(
  parts: GatewayParts & { readonly metrics: Registry },
): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(parts),
    createAdapter(parts),
    { bodyParser: false, logger: nestLogger(parts.logger), abortOnError: false },
  );
  await app.init();
  // Read once now: a route without a right must stop the start, not the first request.
  void app.get(RouteTable).routes;
  return app;
}
