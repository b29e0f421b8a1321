import { Controller, Get } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { afterEach, describe, expect, test } from '@jest/globals';
import { roles } from '@slipway/contracts';
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
  test('holds every route of the gateway with the role it needs', async () => {
    const gateway = await startGateway();
    closing.push(gateway.app);
    const { routes } = gateway.app.get(RouteTable);
    const listed = routes.map(({ method, path, role }) => `${method} ${path} ${role}`).sort();
    expect(listed).toEqual([
      'DELETE /kubernetes/clusters/{id} admin',
      'DELETE /kubernetes/clusters/{id}/nodes/{nodeID} admin',
      'DELETE /kubernetes/clusters/{id}/tags/{tag} operator',
      'GET /kubernetes/clusters viewer',
      'GET /kubernetes/clusters/{id} viewer',
      'GET /kubernetes/clusters/{id}/config admin',
      'GET /kubernetes/clusters/{id}/nodes viewer',
      'GET /kubernetes/clusters/{id}/tags viewer',
      'GET /kubernetes/clusters/{id}/tags/{tag} viewer',
      'GET /kubernetes/clusters/{id}/volumes viewer',
      'GET /kubernetes/nodes viewer',
      'GET /kubernetes/nodes/{id} viewer',
      'GET /kubernetes/tags viewer',
      'GET /kubernetes/versions-available viewer',
      'GET /ping viewer',
      'GET /swagger/openapi.json viewer',
      'GET /swagger/{file} viewer',
      'POST /kubernetes/clusters admin',
      'POST /kubernetes/clusters/{id}/nodes/{nodeID}/cordon operator',
      'POST /kubernetes/clusters/{id}/nodes/{nodeID}/drain operator',
      'POST /kubernetes/clusters/{id}/nodes/{nodeID}/reconciliation/pause operator',
      'POST /kubernetes/clusters/{id}/nodes/{nodeID}/reconciliation/resume operator',
      'POST /kubernetes/clusters/{id}/nodes/{nodeID}/uncordon operator',
      'POST /kubernetes/clusters/{id}/reconciliation/pause operator',
      'POST /kubernetes/clusters/{id}/reconciliation/resume operator',
      'PUT /kubernetes/clusters/{id}/control-plane/replicas operator',
      'PUT /kubernetes/clusters/{id}/description operator',
      'PUT /kubernetes/clusters/{id}/tags/{tag} operator',
      'PUT /kubernetes/clusters/{id}/workers/replicas operator',
    ]);
    for (const { role } of routes) expect(roles).toContain(role);
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
