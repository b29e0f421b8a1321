import { fill, machinesServer } from '../lab/machines.mjs';
import { absolute, compared, kilobytes } from '../lab/rows.mjs';

export const b5 = {
  id: 'B5',
  about: 'heap that a cached Machine takes',
  rival: "client-node's informer, as it is and without managedFields",
  bundles: [],
  async run({ programs, pairs }) {
    const kubeconfig = await machinesServer(programs);
    const sides = {
      ours: () => fill(programs, 'our-cache', [kubeconfig]),
      whole: () => fill(programs, 'client-node-cache', [kubeconfig, 'whole']),
      stripped: () => fill(programs, 'client-node-cache', [kubeconfig, 'without-managed-fields']),
    };
    const rounds = [];
    for (let index = 0; index < pairs; index++) {
      const names = Object.keys(sides);
      const round = {};
      for (const name of index % 2 === 0 ? names : names.reverse())
        round[name] = await sides[name]();
      rounds.push(round);
    }
    const value = ({ heapBytesEach }) => heapBytesEach;
    const against = (rival, atLeast) =>
      compared({
        what: `against ${rival === 'whole' ? 'default' : 'no managedFields'}`,
        pairs: rounds.map((round) => ({ ours: round.ours, rival: round[rival] })),
        value,
        per: 'rival/ours',
        bar: { atLeast },
        format: kilobytes,
      });
    return [
      absolute({
        what: 'heap per Machine',
        ours: rounds.map(({ ours }) => value(ours)),
        bar: { atMost: 1000 },
        format: kilobytes,
      }),
      against('whole', 10),
      against('stripped', 3.5),
    ];
  },
};
