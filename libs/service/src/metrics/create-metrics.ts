import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * One per process: each collection starts a garbage-collection observer that can't be stopped, so a
 * second registry shares the first one's metrics.
 */
let processMetrics: Registry | undefined;

/**
 * A registry with the process' own metrics (CPU, memory, event loop, handles), label `app` on every
 * series. Metrics of a feature register themselves: `new Counter({ …, registers: [metrics] })`.
 */
export function createMetrics(app: string): Registry {
  if (!processMetrics) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  const metrics = new Registry();
  metrics.setDefaultLabels({ app });
  for (const name of processMetrics.getMetricsAsArray().map(({ name }) => name)) {
    metrics.registerMetric(processMetrics.getSingleMetric(name)!);
  }
  return metrics;
}
