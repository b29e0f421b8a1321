import { connectBus } from '@slipway/bus';
import { type CallContext, getNode } from '@slipway/contracts';
import { createLogger } from '@slipway/service';
import { connect } from '@nats-io/transport-node';
import { randomUUID } from 'node:crypto';
import { rawSubject } from './a-node.js';
import { argument, tell } from './tell.js';

/** Asks one request after the other, ours and raw in turns; prints the medians of each pair. */
const url = argument(0);
const requests = Number(argument(1));
const pairs = Number(argument(2));
const node = '7b2f1c0e-5d3b-5d2e-9a60-6f1f0c1f7d12';

const bus = await connectBus({
  url,
  service: 'bench',
  logger: createLogger({ app: 'bench', level: 'error' }),
});
const raw = await connect({ servers: url });
while (!bus.state().up) await new Promise((resolve) => setImmediate(resolve));

const { signal } = new AbortController();
const input = { node };
const payload = Buffer.from(JSON.stringify(input));
const ours = () => bus.request(getNode, input, callOf());
const rival = () => raw.request(rawSubject, payload, { timeout: 10_000 });

/** A call with an id and a trace, as the gateway makes one for every request. */
function callOf(): CallContext {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
  return { requestId: randomUUID(), traceparent, signal };
}

async function percentiles(ask: () => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const took = new Float64Array(requests);
  for (let index = 0; index < requests; index++) {
    const begun = performance.now();
    await ask();
    took[index] = performance.now() - begun;
  }
  took.sort();
  return { p50: took[Math.floor(requests * 0.5)]!, p99: took[Math.floor(requests * 0.99)]! };
}

for (const warm of [ours, rival]) await percentiles(warm);
const results = [];
for (let pair = 0; pair < pairs; pair++) {
  const first = await percentiles(pair % 2 === 0 ? ours : rival);
  const second = await percentiles(pair % 2 === 0 ? rival : ours);
  results.push(pair % 2 === 0 ? { ours: first, rival: second } : { ours: second, rival: first });
}
tell({ results });
process.exit(0);
