import { absolute, compared, milliseconds } from '../lab/rows.mjs';

export const b7 = {
  id: 'B7',
  about: 'a bus request with schemas at both ends, one after the other',
  rival: 'raw NATS request/reply with the same bytes',
  bundles: [],
  async run({ programs, quick, pairs }) {
    const nats = await programs.nats();
    await programs.actor('responder', [nats.url]);
    const { results } = await programs.measure('requester', [nats.url, quick ? 1000 : 5000, pairs]);
    return [
      compared({
        what: 'p50',
        pairs: results,
        value: ({ p50 }) => p50,
        bar: { atMost: 1.5 },
        format: milliseconds,
      }),
      absolute({
        what: 'p99',
        ours: results.map(({ ours }) => ours.p99),
        rival: results.map(({ rival }) => rival.p99),
        format: milliseconds,
      }),
    ];
  },
};
