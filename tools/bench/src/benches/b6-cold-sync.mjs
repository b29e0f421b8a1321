import { fill, machinesServer } from '../lab/machines.mjs';
import { absolute, compared, mebibytes, seconds } from '../lab/rows.mjs';
import { alternate } from '../lab/statistics.mjs';

export const b6 = {
  id: 'B6',
  about: 'cold sync of 10,000 Machines, paged by 500',
  rival: "client-node's informer, which lists in one piece",
  bundles: [],
  async run({ programs, pairs }) {
    const kubeconfig = await machinesServer(programs);
    const measured = await alternate(pairs, {
      ours: () => fill(programs, 'our-cache', [kubeconfig]),
      rival: () => fill(programs, 'client-node-cache', [kubeconfig, 'whole']),
    });
    const row = (what, key, format, bar) =>
      absolute({
        what,
        ours: measured.map(({ ours }) => ours[key]),
        rival: measured.map(({ rival }) => rival[key]),
        bar,
        format,
      });
    const ratio = (what, key, format) =>
      compared({ what, pairs: measured, value: (side) => side[key], format });
    return [
      row('first request to synced', 'milliseconds', seconds, { atMost: 1500 }),
      row('start of process to synced', 'sinceStart', seconds),
      row('processor time of the sync', 'cpuMilliseconds', seconds),
      row('peak memory', 'peakBytes', mebibytes, { atMost: 200 * 1024 * 1024 }),
      ratio('time beside the rival', 'milliseconds', seconds),
      ratio('peak beside the rival', 'peakBytes', mebibytes),
    ];
  },
};
