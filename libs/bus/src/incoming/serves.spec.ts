import { expect, test } from '@jest/globals';
import { type CallContext, type Input } from '@slipway/contracts';
import { aCall } from '../testing/bus-lab.js';
import { echo, walk } from '../testing/lab-contracts.js';
import { type Emit, handle, handlersOf, Serves } from './index.js';

class Things {
  readonly #prefix = '> ';

  @Serves(echo)
  async say({ text }: Input<typeof echo>) {
    return { text: this.#prefix + text };
  }

  @Serves(walk)
  async go({ task }: Input<typeof walk>, call: CallContext, emit: Emit<{ step: number }>) {
    await emit({ step: 1 });
    return { done: `${task} for ${call.requestId}` };
  }

  async other() {}
}

test('declared methods answer their contracts, requests and streams alike', async () => {
  const [said, gone, ...others] = handlersOf(new Things());
  expect([said?.contract, gone?.contract, others]).toEqual([echo, walk, []]);
  const emitted: unknown[] = [];
  const emit: Emit<unknown> = async (item) => void emitted.push(item);
  expect(await said?.run({ text: 'a' }, aCall(), emit)).toEqual({ text: '> a' });
  expect(await gone?.run({ task: 'b' }, aCall(), emit)).toEqual({ done: 'b for request-1' });
  expect(emitted).toEqual([{ step: 1 }]);
});

/** What must not compile; run by nobody. */
export const misfits = () => [
  // @ts-expect-error a request has no items
  handle(echo, async ({ text }, _call, emit) => ({ text: String([text, emit]) })),
  handle(walk, async ({ task }, _call, emit) => {
    // @ts-expect-error an item of another shape
    await emit({ step: 'one' });
    return { done: task };
  }),
  // @ts-expect-error an output of another shape
  handle(walk, async () => ({ text: 'a' })),
];
