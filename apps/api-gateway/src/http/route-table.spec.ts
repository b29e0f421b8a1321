import { Controller, Get } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { afterEach, describe, expect, test } from '@jest/globals';
import { routes } from '@slipway/contracts';
import { z } from 'zod';
import { startGateway } from '../testing/gateway.js';
import { Answers, Needs, RouteTable } from './index.js';

@Controller('open')
class WithoutRole {
  @Get()
  @Answers(200, z.object({}), 'declares no role')
  get(): object {
    return {};
  }
}

@Controller('silent')
class WithoutAnswer {
  @Get()
  @Needs('viewer')
  get(): object {
    return {};
  }
}

const closing: { close(): Promise<unknown> }[] = [];
afterEach(() => Promise.all(closing.splice(0).map((each) => each.close())));

async function tableOf(controller: new () => object): Promise<RouteTable> {
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule],
    controllers: [controller],
    providers: [RouteTable],
  }).compile();
  closing.push(module);
  return module.get(RouteTable);
}

describe('RouteTable', () => {
  test('holds what the contracts say of every route, and what the gateway answers by itself', async () => {
    const gateway = await startGateway();
    closing.push(gateway.app);
    const table = gateway.app
      .get(RouteTable)
      .routes.map(({ method, path, role, answer, body }) => ({
        route: `${method} ${path}`,
        role,
        success: answer.status,
        subject: answer.contract?.subject,
        body,
      }));
    const byRoute = (a: { route: string }, b: { route: string }) => (a.route < b.route ? -1 : 1);
    const asked = table.filter(({ subject }) => subject !== undefined);
    expect(asked.toSorted(byRoute)).toEqual(
      routes
        .map(({ contract: { subject }, body, ...rest }) => ({ ...rest, subject, body }))
        .toSorted(byRoute),
    );
    const own = table.filter(({ subject }) => subject === undefined);
    expect(own.map(({ route, role }) => `${route} ${role}`).sort()).toEqual([
      'GET /ping viewer',
      'GET /swagger/openapi.json viewer',
      'GET /swagger/{file} viewer',
    ]);
  });

  test('refuses a route that declares no role', async () => {
    const table = await tableOf(WithoutRole);
    expect(() => table.routes).toThrow('route WithoutRole.get declares no role');
  });

  test('refuses a route that declares no answer', async () => {
    const table = await tableOf(WithoutAnswer);
    expect(() => table.routes).toThrow('route WithoutAnswer.get declares no answer');
  });
});
