import { type AddressInfo } from 'node:net';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { TerminusModule } from '@nestjs/terminus';
import { type Registry } from 'prom-client';
import { type Logger } from '../logger.js';
import { nestLogger } from '../logging/index.js';
import { type Check } from './check.js';
import { METRICS, OperationsController, READINESS } from './operations.controller.js';
import { Readiness } from './readiness.js';

export interface OperationsServerOptions {
  readonly address: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly checks: readonly Check[];
  readonly metrics: Registry;
  readonly logger: Logger;
}

export interface OperationsServer {
  readonly address: string;
  /** The port that is listened on. */
  readonly port: number;
  close(): Promise<void>;
}

@Module({})
class OperationsModule {}

/**
 * Serves `/livez` (200 while the event loop runs), `/readyz` (200, or 503 as soon as one check is
 * down; the body names each with its reason) and `/metrics` (Prometheus text), apart from the public
 * port so that they need no authentication and stay reachable under load.
 *
 * @throws the listen error (EADDRINUSE, EACCES …) with `address` and `port`
 */
export async function startOperationsServer(
  options: OperationsServerOptions,
): Promise<OperationsServer> {
  const { address, port, checks, metrics, logger } = options;
  const module = {
    module: OperationsModule,
    // Silent: Readiness logs a change once, Terminus every failed probe.
    imports: [TerminusModule.forRoot({ logger: false })],
    controllers: [OperationsController],
    providers: [
      { provide: READINESS, useValue: new Readiness(checks, logger) },
      { provide: METRICS, useValue: metrics },
    ],
  };
  const app = await NestFactory.create<NestFastifyApplication>(
    module,
    // Scrapers keep connections open, and one may stall in a request: closing waits for neither.
    new FastifyAdapter({ forceCloseConnections: true }),
    { logger: nestLogger(logger), abortOnError: false },
  );
  await app.listen(port, address);
  const bound = app.getHttpServer().address() as AddressInfo;
  return { address: bound.address, port: bound.port, close: () => app.close() };
}
