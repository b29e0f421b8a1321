import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import {
  HealthCheck,
  type HealthCheckResult,
  HealthCheckService,
  HealthIndicatorService,
} from '@nestjs/terminus';
import { type FastifyReply } from 'fastify';
import { type Registry } from 'prom-client';
import { type Readiness } from './readiness.js';

export const READINESS = Symbol('readiness');
export const METRICS = Symbol('metrics');

@Controller()
export class OperationsController {
  constructor(
    @Inject(HealthCheckService) private readonly health: HealthCheckService,
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
    @Inject(READINESS) private readonly readiness: Readiness,
    @Inject(METRICS) private readonly metrics: Registry,
  ) {}

  /** Answers while the event loop runs: a neighbour's absence is no reason for a restart. */
  @Get('livez')
  @Header('cache-control', 'no-store')
  livez(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('readyz')
  @HealthCheck()
  readyz(): Promise<HealthCheckResult> {
    const results = [...this.readiness.ask()].map(([name, { up, because }]) => {
      const indicator = this.indicators.check(name);
      const remark: { because?: string } = because === undefined ? {} : { because };
      return up ? indicator.up(remark) : indicator.down(remark);
    });
    return this.health.check(results.map((result) => () => result));
  }

  @Get('metrics')
  async exposition(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    reply.header('content-type', this.metrics.contentType);
    return this.metrics.metrics();
  }
}
