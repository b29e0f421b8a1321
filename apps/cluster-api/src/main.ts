import { hostname } from 'node:os';
import { connectBus, handlersOf } from '@slipway/bus';
import { ResourceIds } from '@slipway/capi';
import { objectWritten } from '@slipway/contracts';
import { managementCredentials, WorkloadConnections } from '@slipway/kube';
import {
  callScope,
  createMetrics,
  nestLogger,
  runMain,
  startOperationsServer,
  systemClock,
} from '@slipway/service';
import { NestFactory } from '@nestjs/core';
import { AppModule, cachedHandlers } from './app.module.js';
import { Freshness } from './freshness/index.js';
import { ManagementCache, observeCache } from './management/index.js';
import { settings } from './settings.js';
import { readCatalogue, VersionsHandlers } from './versions/index.js';

const app = 'cluster-api';
const version = process.env['SLIPWAY_VERSION'] ?? '0.0.0-dev';

await runMain({
  app,
  version,
  about: 'Reads and changes Cluster API clusters and answers for them on the bus.',
  settings,
  async start({ settings, logger, lifecycle }) {
    const catalogue = readCatalogue(settings.versionsFile);
    const metrics = createMetrics(app);
    const ids = new ResourceIds({
      namespace: settings.idNamespace,
      clusterTemplate: settings.clusterIdTemplate,
      nodeTemplate: settings.nodeIdTemplate,
    });
    const freshness = new Freshness({
      cached: (kind, name) => (kind === 'Cluster' ? cache.clusters : cache.machines).get(name),
      clock: systemClock,
      patience: 2_000,
    });
    const cache = new ManagementCache({
      credentials: () => managementCredentials(settings),
      namespace: settings.namespace,
      ids,
      logger,
      clock: systemClock,
      pageLimit: settings.pageLimit,
      onChanged: (kind, name) => freshness.cached(kind, name),
      timing: { watchSeconds: settings.watchSeconds, grace: settings.watchGrace },
    });
    observeCache(cache, metrics);
    const watching = new AbortController();
    const watched = cache.run(watching.signal);
    lifecycle.onStop('watches', async () => {
      watching.abort(new Error('stopping'));
      await watched;
    });
    const connections = new WorkloadConnections({
      limits: { deadline: settings.workloadDeadline },
    });
    lifecycle.onStop('workload connections', () => connections.close());

    const bus = await connectBus({
      url: settings.natsUrl,
      service: app,
      logger,
      metrics,
      around: async (call, next) => {
        // A caller that leaves meanwhile is noticed by what comes next.
        await freshness.caughtUp(call.signal).catch(() => undefined);
        const stale = cache.staleBecause();
        if (stale) call.warn?.(stale);
        return callScope.run(call, next);
      },
    });
    await bus.listen(objectWritten, (written) => freshness.written(written));
    const operations = await startOperationsServer({
      address: settings.opsAddress,
      port: settings.opsPort,
      checks: [
        { name: 'nats', check: () => bus.state() },
        { name: 'kubernetes', check: () => cache.check() },
        lifecycle.check,
      ],
      metrics,
      logger,
    });
    lifecycle.onStop('operations server', () => operations.close());
    lifecycle.onStop('bus', () => bus.close({ within: 20_000 }));

    const module = await NestFactory.createApplicationContext(
      AppModule.with({
        cache,
        connections,
        catalogue,
        ids,
        namespace: settings.namespace,
        logger,
        clock: systemClock,
        owner: `${app} on ${hostname()}, process ${process.pid}`,
        changeTimeout: settings.changeTimeout,
        onWritten: ({ kind: { kind }, ...written }) => {
          if (kind === 'Cluster' || kind === 'Machine')
            bus.tell(objectWritten, { kind, ...written });
        },
        workloadChangeTimeout: settings.workloadChangeTimeout,
      }),
      { logger: nestLogger(logger), abortOnError: false },
    );
    // The catalogue needs no cluster, so it is there from the first moment.
    await bus.serve(handlersOf(module.get(VersionsHandlers)));
    void cache.synced.then(async () => {
      if (lifecycle.stopping) return;
      await bus.serve(cachedHandlers.flatMap((handlers) => handlersOf(module.get(handlers))));
      logger.info({ namespace: settings.namespace }, 'serving');
    });
  },
});
