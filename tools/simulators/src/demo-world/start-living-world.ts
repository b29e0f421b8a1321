// Types only: the controllers bring the Kubernetes client along, which a world at rest starts without.
import type { Delays, PodDelays } from '../controllers/index.js';
import { LivingWorkloads } from './living-workloads.js';
import { adminToken, startWorld, type World, type WorldOptions } from './start-world.js';

export interface LivingWorldOptions extends WorldOptions {
  readonly delays?: Partial<Delays>;
  readonly podDelays?: Partial<PodDelays>;
  /** Told what the controllers can't do, in words. */
  readonly report?: (problem: string) => void;
}

/**
 * The demo world with Cluster API's controllers at work in it: clusters can be created, scaled, upgraded
 * and deleted, and each has an API server of its own while it is there.
 */
export async function startLivingWorld(options: LivingWorldOptions = {}): Promise<World> {
  const { namespace = 'capi-system', delays = {}, podDelays = {} } = options;
  const { report = () => undefined } = options;
  const world = await startWorld(options);
  const { silent, startControllers, startPodControllers } = await import('../controllers/index.js');
  const tell = (fields: Record<string, unknown>, message: string) =>
    report(`${message}: ${String(fields['because'] ?? fields['error'] ?? '')}`);
  const logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: tell,
    error: tell,
    // What a watch goes through is its own affair; what comes of it is told here.
    child: () => silent,
  };
  const workloads = await LivingWorkloads.start(world.workloads, {
    token: adminToken,
    enliven: ({ kubeconfig }) => startPodControllers({ kubeconfig, delays: podDelays, logger }),
  });
  const { kubeconfig } = world;
  const controllers = await startControllers({ kubeconfig, namespace, workloads, delays, logger });
  return {
    ...world,
    workloads: workloads.byName,
    async close() {
      await controllers.stop();
      await workloads.closeAll();
      await world.close();
    },
  };
}
