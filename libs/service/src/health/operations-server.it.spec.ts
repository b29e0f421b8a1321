import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Counter } from 'prom-client';
import { createMetrics } from '../metrics/index.js';
import { CaptureLogger } from '../testing/index.js';
import { type CheckResult } from './check.js';
import { type OperationsServer, startOperationsServer } from './operations-server.js';

describe('operations server', () => {
  const metrics = createMetrics('cluster-api');
  new Counter({ name: 'probes_total', help: 'probes', registers: [metrics] }).inc(3);
  let logger: CaptureLogger;
  let kubernetes: CheckResult;
  let server: OperationsServer;

  beforeEach(async () => {
    logger = new CaptureLogger();
    kubernetes = { up: true };
    server = await startOperationsServer({
      address: '127.0.0.1',
      port: 0,
      checks: [
        { name: 'nats', check: () => ({ up: true }) },
        { name: 'kubernetes', check: () => kubernetes },
      ],
      metrics,
      logger,
    });
  });
  afterEach(() => server.close());

  const ask = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);

  test('port 0 gives a free port and says which', () => {
    expect(server.port).toBeGreaterThan(0);
    expect(server.address).toBe('127.0.0.1');
  });

  test('ready when every check is up, each named', async () => {
    const response = await ask('/readyz');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(await response.json()).toMatchObject({
      status: 'ok',
      details: { nats: { status: 'up' }, kubernetes: { status: 'up' } },
    });
  });

  test('not ready while one check is down, with its reason; ready again without a restart', async () => {
    kubernetes = { up: false, because: 'first list of machines is still running' };
    const down = await ask('/readyz');
    expect(down.status).toBe(503);
    expect(await down.json()).toMatchObject({
      status: 'error',
      details: {
        nats: { status: 'up' },
        kubernetes: { status: 'down', because: 'first list of machines is still running' },
      },
    });
    kubernetes = { up: true, because: 'no list since 10:03' };
    const up = await ask('/readyz');
    expect(up.status).toBe(200);
    expect(await up.json()).toMatchObject({
      details: { kubernetes: { status: 'up', because: 'no list since 10:03' } },
    });
  });

  test('alive although not ready', async () => {
    kubernetes = { up: false };
    const response = await ask('/livez');
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  });

  test('metrics in Prometheus text', async () => {
    const response = await ask('/metrics');
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    expect(text).toContain('probes_total{app="cluster-api"} 3');
    expect(text).toContain('process_cpu_seconds_total');
  });

  test("Nest's own lines come through the logger, quietly", () => {
    expect(logger.messages('debug').join('\n')).toContain('Mapped {/readyz, GET} route');
    expect(logger.lines.filter(({ level }) => level !== 'debug')).toEqual([]);
  });

  test('a taken port is told with address and port', async () => {
    const second = startOperationsServer({
      address: '127.0.0.1',
      port: server.port,
      checks: [],
      metrics,
      logger,
    });
    await expect(second).rejects.toMatchObject({
      code: 'EADDRINUSE',
      address: '127.0.0.1',
      port: server.port,
    });
    expect((await ask('/livez')).status).toBe(200);
  });

  test('closing does not wait for a scraper that stalls within its request', async () => {
    const stalled = connect(server.port, '127.0.0.1');
    // A reset or an end: cut either way.
    const cut = new Promise((resolve) => stalled.on('error', resolve).on('close', resolve));
    await new Promise<void>((resolve) => stalled.write('GET /metr', () => resolve()));
    await (await ask('/livez')).text();
    await server.close();
    await cut;
    await expect(ask('/livez')).rejects.toThrow('fetch failed');
  });
});
