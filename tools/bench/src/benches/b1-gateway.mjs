import { load } from '../lab/load.mjs';
import { processorMilliseconds } from '../lab/process-figures.mjs';
import { compared, milliseconds, rounded } from '../lab/rows.mjs';
import { alternate } from '../lab/statistics.mjs';

export const b1 = {
  id: 'B1',
  about: 'a gateway route, answered locally and through NATS',
  rival: 'bare Fastify; bare Fastify with one raw NATS request',
  bundles: ['@slipway/api-gateway', '@slipway/cluster-api', '@slipway/simulators'],
  async run({ programs, quick, pairs }) {
    const nats = await programs.nats();
    const { line: management } = await programs.simulator();
    await programs.clusterApi({ nats, kubeconfig: management.kubeconfig });
    const gateway = await programs.gateway({ nats });
    const versions = `${gateway.url}/kubernetes/versions-available`;
    // The rival's responder gives back the very bytes that ours answers.
    const body = await (await fetch(versions)).text();
    await programs.actor('responder', [nats.url, body]);
    const { line: bare, child: rivalProgram } = await programs.actor('bare-fastify', [nats.url]);

    const seconds = quick ? 1 : 5;
    const rows = [];
    for (const [what, ours, rival] of [
      ['(a) local', `${gateway.url}/ping`, `${bare.url}/ping`],
      ['(b) through NATS', versions, `${bare.url}/raw`],
    ]) {
      for (const url of [ours, rival]) await load(url, Math.min(seconds, 2));
      const measured = await alternate(pairs, {
        ours: () => loaded(gateway.child.pid, ours, seconds),
        rival: () => loaded(rivalProgram.pid, rival, seconds),
      });
      rows.push(
        compared({
          what: `${what}: requests`,
          pairs: measured,
          value: ({ perSecond }) => perSecond,
          bar: { atLeast: 0.5 },
          format: rounded('/s'),
        }),
        compared({
          what: `${what}: p99`,
          pairs: measured,
          value: ({ p99 }) => p99,
          bar: { atMost: 3 },
          format: milliseconds,
        }),
        compared({
          what: `${what}: processor time each`,
          pairs: measured,
          value: ({ processor }) => processor,
          format: milliseconds3,
        }),
      );
    }
    return rows;
  },
};

const milliseconds3 = rounded('ms', 3);

/** With the server's processor time a request, which says more than the rate on a busy machine. */
async function loaded(pid, url, seconds) {
  const before = processorMilliseconds(pid);
  const { perSecond, p99, requests } = await load(url, seconds);
  return { perSecond, p99, processor: (processorMilliseconds(pid) - before) / requests };
}
