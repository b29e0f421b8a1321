import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { busMetrics } from './metrics.js';

test('durations by subject and outcome, and what is going on now', async () => {
  const registry = new Registry();
  const counts = { pending: 3, running: 2, late: 1, subscriptions: 4, up: true };
  const metrics = busMetrics(registry, () => counts);
  metrics.asked('slipway.v1.lab.things.get', { code: 'ok', milliseconds: 12 });
  metrics.answered('slipway.v1.lab.things.get', { code: 'not-found', milliseconds: 700 });
  const lines = (await registry.metrics()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'slipway_bus_connected 1',
      'slipway_bus_pending_requests 3',
      'slipway_bus_running_calls 2',
      'slipway_bus_late_replies 1',
      'slipway_bus_request_duration_seconds_sum{subject="slipway.v1.lab.things.get",outcome="ok"} 0.012',
      'slipway_bus_handler_duration_seconds_count{subject="slipway.v1.lab.things.get",outcome="not-found"} 1',
    ]),
  );
});

test('without a registry nothing is kept', () => {
  const metrics = busMetrics(undefined, () => {
    throw new Error('nobody asks');
  });
  expect(() => metrics.asked('a', { code: 'ok', milliseconds: 1 })).not.toThrow();
});
