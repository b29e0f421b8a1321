import { Gauge, type Registry } from 'prom-client';
import { type ManagementCache } from './management-cache.js';

/** The cache's state as metrics, read at each scrape. */
export function observeCache(
  cache: Pick<ManagementCache, 'stats' | 'staleBecause' | 'clusters' | 'machines'>,
  metrics: Registry,
): void {
  new Gauge({
    name: 'slipway_cache_objects',
    help: 'Objects in the cache.',
    labelNames: ['kind'],
    registers: [metrics],
    collect() {
      this.set({ kind: 'clusters' }, cache.clusters.size);
      this.set({ kind: 'machines' }, cache.machines.size);
    },
  });
  new Gauge({
    name: 'slipway_cache_stale',
    help: '1 while the management cluster has been silent too long.',
    registers: [metrics],
    collect() {
      this.set(cache.staleBecause() === undefined ? 0 : 1);
    },
  });
  for (const [name, help, value] of [
    ['slipway_cache_relists', 'Lists after the first.', 'relists'],
    ['slipway_cache_watch_restarts', 'Watches after the first, planned ends included.', 'restarts'],
    ['slipway_cache_unreadable_objects', 'Objects that could not be read.', 'unreadable'],
  ] as const) {
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [metrics],
      collect() {
        for (const each of cache.stats()) this.set({ kind: each.kind }, each[value]);
      },
    });
  }
}
