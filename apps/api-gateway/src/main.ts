import { join } from 'node:path';
import { connectBus } from '@slipway/bus';
import { createMetrics, runMain, startOperationsServer, systemClock } from '@slipway/service';
import { createApp } from './create-app.js';
import { closeGently, listen } from './http/index.js';
import { settings } from './settings.js';

const app = 'api-gateway';
const version = process.env['SLIPWAY_VERSION'] ?? '0.0.0-dev';

await runMain({
  app,
  version,
  about: 'The public HTTP API of Slipway.',
  settings,
  async start({ settings, logger, lifecycle }) {
    const metrics = createMetrics(app);
    const bus = await connectBus({ url: settings.natsUrl, service: app, logger, metrics });
    lifecycle.onStop('bus', () => bus.close({ within: 5_000 }));

    const operations = await startOperationsServer({
      address: settings.opsAddress,
      port: settings.opsPort,
      checks: [{ name: 'nats', check: () => bus.state() }, lifecycle.check],
      metrics,
      logger,
    });
    lifecycle.onStop('operations server', () => operations.close());

    const gateway = await createApp({
      bus,
      logger,
      metrics,
      version,
      swaggerUi: settings.swaggerUi,
      assets: join(import.meta.dirname, 'assets'),
    });
    lifecycle.onStop('http server', () => closeGently(gateway, systemClock));
    await listen(gateway, settings);
    logger.info({ address: settings.address, port: settings.port }, 'serving');
  },
});
