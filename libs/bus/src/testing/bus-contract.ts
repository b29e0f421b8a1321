import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import { BusLab, type LabParts } from './bus-lab.js';
import { cancellation } from './suites/cancellation.js';
import { closing } from './suites/closing.js';
import { connectionLoss } from './suites/connection-loss.js';
import { exchanges } from './suites/exchanges.js';
import { foreignMessages } from './suites/foreign-messages.js';
import { largeReplies } from './suites/large-replies.js';
import { refusals } from './suites/refusals.js';
import { replicas } from './suites/replicas.js';
import { streamEnds } from './suites/stream-ends.js';
import { streamFlow } from './suites/stream-flow.js';
import { streamLiveness } from './suites/stream-liveness.js';
import { streamLosses } from './suites/stream-losses.js';
import { streams } from './suites/streams.js';

/** What the bus promises over any NATS server. */
export function busContract(name: string, parts: LabParts): void {
  describe(`the bus over ${name}`, () => {
    let lab: BusLab;
    beforeAll(async () => {
      lab = await BusLab.start(parts);
    });
    afterEach(() => lab.tidy());
    afterAll(() => lab.stop());

    const suites = {
      exchanges,
      refusals,
      cancellation,
      'large replies': largeReplies,
      replicas,
      streams,
      'flow of streams': streamFlow,
      'ends of streams': streamEnds,
      'liveness of streams': streamLiveness,
      'losses of streams': streamLosses,
      'foreign messages': foreignMessages,
      closing,
      'connection loss': connectionLoss,
    };
    for (const [title, suite] of Object.entries(suites)) describe(title, () => suite(() => lab));
  });
}
