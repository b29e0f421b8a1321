import { setTimeout as delay } from 'node:timers/promises';
import { residentBytes } from '../lab/process-figures.mjs';
import { absolute, seconds } from '../lab/rows.mjs';

const megabyte = 1_000_000;

export const b11 = {
  id: 'B11',
  about: 'memory of the idle services and of the whole demo, and their time to ready',
  rival: 'none',
  bundles: ['@slipway/api-gateway', '@slipway/cluster-api', '@slipway/simulators'],
  async run({ programs, quick, pairs }) {
    const starts = [];
    for (let index = 0; index < (quick ? 1 : pairs); index++) {
      starts.push(await demo(programs));
      await programs.stop();
    }
    const rows = ['cluster-api', 'api-gateway'].flatMap((app) => [
      absolute({
        what: `${app}: memory, idle`,
        ours: starts.map(({ memory }) => memory[app]),
        bar: { atMost: 150 * megabyte },
        format: megabytes,
      }),
      absolute({
        what: `${app}: ready after`,
        ours: starts.map(({ ready }) => ready[app]),
        bar: { atMost: 3000 },
        format: seconds,
      }),
    ]);
    for (const piece of ['simulator', 'nats']) {
      const ours = starts.map(({ memory }) => memory[piece]);
      rows.push(absolute({ what: `${piece}: memory, idle`, ours, format: megabytes }));
    }
    const ours = starts.map(({ memory }) =>
      Object.values(memory).reduce((sum, each) => sum + each),
    );
    const bar = { atMost: 1500 * megabyte };
    return [...rows, absolute({ what: 'whole demo: memory', ours, bar, format: megabytes })];
  },
};

const megabytes = (bytes) => `${(bytes / megabyte).toFixed(0)} MB`;

/** Starts what `npm start` starts; sizes are taken once all of it has been idle for three seconds. */
async function demo(programs) {
  const nats = await programs.nats();
  const simulator = await programs.simulator();
  const clusterApi = await programs.clusterApi({ nats, kubeconfig: simulator.line.kubeconfig });
  const gateway = await programs.gateway({ nats });
  await delay(3000);
  return {
    memory: {
      nats: residentBytes(nats.pid),
      simulator: residentBytes(simulator.child.pid),
      'cluster-api': residentBytes(clusterApi.child.pid),
      'api-gateway': residentBytes(gateway.child.pid),
    },
    ready: { 'cluster-api': clusterApi.milliseconds, 'api-gateway': gateway.milliseconds },
  };
}
