import { connectBus, handle } from '@slipway/bus';
import { getNode } from '@slipway/contracts';
import { createLogger } from '@slipway/service';
import { connect } from '@nats-io/transport-node';
import { aNode, rawSubject } from './a-node.js';
import { argument, tell } from './tell.js';

/**
 * Answers both sides from one process, each on a connection of its own: a bus handler, and a raw
 * subscription with the given bytes (a node's where none are given).
 */
const url = argument(0);
const bytes = Buffer.from(process.argv[3] ?? JSON.stringify(aNode));
const logger = createLogger({ app: 'bench', level: 'error' });
const bus = await connectBus({ url, service: 'cluster-api', logger });
// A copy each time: a handler that gave away the same object would be no handler of ours.
await bus.serve([handle(getNode, async () => ({ ...aNode }))]);
const raw = await connect({ servers: url });
raw.subscribe(rawSubject, { callback: (_error, message) => void message.respond(bytes) });
await raw.flush();
tell({ ready: true });
