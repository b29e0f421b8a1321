import { describe, expect, test } from '@jest/globals';
import { Counter } from 'prom-client';
import { createMetrics } from './create-metrics.js';

describe('createMetrics', () => {
  test("has the process' metrics, each series with the app's name", async () => {
    const text = await createMetrics('cluster-api').metrics();
    expect(text).toMatch(/^process_resident_memory_bytes\{app="cluster-api"\} \d+$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds\{app="cluster-api"\} /m);
  });

  test('registries of one process share the process metrics and nothing else', async () => {
    const first = createMetrics('first');
    const second = createMetrics('second');
    const options = { name: 'calls_total', help: 'calls' };
    new Counter({ ...options, registers: [first] }).inc(2);
    new Counter({ ...options, registers: [second] }).inc(3);
    expect(await first.metrics()).toContain('calls_total{app="first"} 2');
    expect(await second.metrics()).toContain('calls_total{app="second"} 3');
    const name = 'nodejs_gc_duration_seconds';
    expect(first.getSingleMetric(name)).toBe(second.getSingleMetric(name));
  });

  test('no timer keeps the process alive', () => {
    const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    createMetrics('one');
    createMetrics('two');
    const after = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    expect(after).toBe(before);
  });
});
