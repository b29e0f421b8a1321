import { request as plain } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  drainBlocked,
  drainDeadline,
  drainNode,
  type DrainStep,
  interrupted,
  type Item,
  nodeUnregistered,
  type Output,
  type Refusal,
} from '@slipway/contracts';
import request from 'supertest';
import { startGateway, type TestGateway } from '../testing/gateway.js';

const path = '/kubernetes/clusters/demo/nodes/demo-1/drain';
const lines = 'application/x-ndjson';
const problem = 'application/problem+json';

const cordoned: DrainStep = { step: 'cordoned', message: 'node "w-1" takes no new pods' };
const waiting: DrainStep = { step: 'waiting', pod: 'app/é', message: 'it is still terminating' };
const blocked = drainBlocked({ because: '1 pod blocks the drain of node "w-1"' });
const overdue = drainDeadline({ because: 'the drain of node "w-1" took more than 1 s' });

type Player = AsyncGenerator<Item<typeof drainNode>, Output<typeof drainNode>>;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => void gateway.bus.asked.splice(0));
afterAll(() => gateway.app.close());

const drain = (accept?: string) => {
  const asking = request(gateway.app.getHttpServer()).post(path);
  return accept === undefined ? asking : asking.set('accept', accept);
};

/** The steps, then the end: 204 unless something is thrown. */
function play(steps: readonly DrainStep[], end?: unknown): void {
  gateway.bus.play(drainNode, async function* (): Player {
    yield* steps;
    if (end !== undefined) throw end;
    return {};
  });
}

describe('without lines', () => {
  test.each([undefined, '*/*', 'application/json'])(
    'to %s: 204 with nothing once the drain is done',
    async (accept) => {
      play([cordoned, waiting]);
      const answer = await drain(accept).send({ timeout_seconds: 5, force: true });
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
      expect(answer.headers).not.toHaveProperty('content-type');
      const params = { timeout_seconds: 5, force: true };
      const input = { cluster: 'demo', node: 'demo-1', params };
      expect(gateway.bus.asked).toEqual([{ subject: drainNode.subject, input }]);
    },
  );

  test.each([
    ['no body', undefined],
    ['null', 'null'],
    ['an empty object', '{}'],
  ])('%s means the defaults', async (_, body) => {
    play([cordoned]);
    await drain().set('content-type', 'application/json').send(body).expect(204);
    expect(gateway.bus.asked).toMatchObject([{ input: { params: {} } }]);
  });

  test.each(byCode(blocked, overdue, nodeUnregistered({ node: 'demo-1' })))(
    'the refusal %s gets its own status, before or after the first step',
    async (_, refusal) => {
      for (const steps of [[], [cordoned, waiting]]) {
        play(steps, refusal);
        const answer = await drain().expect(refusal.kind.status);
        expect(answer.headers['content-type']).toBe(problem);
        expect(answer.body).toEqual(refusal.problem);
      }
    },
  );
});

describe('with lines', () => {
  test.each([lines, `application/json, ${lines};q=0.9`])(
    'to %s: a line a step, and the last tells the status',
    async (accept) => {
      play([cordoned, waiting]);
      const answer = await drain(accept).buffer(true);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe(lines);
      expect(answer.text).toBe(
        [cordoned, waiting, { status: 204 }].map((line) => `${JSON.stringify(line)}\n`).join(''),
      );
    },
  );

  test('refused before the first step: the status of the refusal, not 200', async () => {
    play([], blocked);
    const answer = await drain(lines).expect(409);
    expect(answer.headers['content-type']).toBe(problem);
    expect(answer.body).toEqual(blocked.problem);
  });

  test.each(byCode(overdue, interrupted({ because: 'the drain was interrupted' })))(
    'the refusal %s after a step is the last line',
    async (_, refusal) => {
      play([cordoned], refusal);
      const answer = await drain(lines).buffer(true).expect(200);
      expect(linesOf(answer.text)).toEqual([cordoned, refusal.problem]);
    },
  );

  test('a defect is an unexpected fault with the request id, and tells nothing of itself', async () => {
    play([cordoned], new Error('secret'));
    const answer = await drain(lines).set('x-request-id', 'r-1').buffer(true);
    const [, last] = linesOf(answer.text);
    expect(last).toMatchObject({ status: 500, detail: expect.stringContaining('r-1') });
    expect(answer.text).not.toContain('secret');
  });

  test('a step is out before the next is there, and a client that leaves ends the stream', async () => {
    let release: () => void = () => undefined;
    const left = new Promise<void>((resolve) => (release = resolve));
    let signal: AbortSignal | undefined;
    gateway.bus.play(drainNode, async function* (_, call): Player {
      signal = call.signal;
      yield cordoned;
      await new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve()));
      release();
      throw call.signal.reason;
    });
    const { port } = gateway.app.getHttpServer().address() as AddressInfo;
    const asking = plain({ port, path, method: 'POST', headers: { accept: lines } }).end();
    asking.on('error', () => undefined);
    const [response] = await once(asking, 'response');
    const [first] = await once(response, 'data');
    expect(JSON.parse(String(first))).toEqual(cordoned);
    expect(signal?.aborted).toBe(false);
    asking.destroy();
    await left;
    expect(signal?.aborted).toBe(true);
  });
});

test('a client without lines that leaves ends the drain too', async () => {
  let began: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (began = resolve));
  let release: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (release = resolve));
  gateway.bus.play(drainNode, async function* (_, call): Player {
    yield cordoned;
    began();
    await new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve()));
    release();
    throw call.signal.reason;
  });
  const { port } = gateway.app.getHttpServer().address() as AddressInfo;
  const asking = plain({ port, path, method: 'POST' }).end();
  asking.on('error', () => undefined);
  await begun;
  asking.destroy();
  await left;
});

function byCode(...refusals: readonly Refusal[]): [code: string, refusal: Refusal][] {
  return refusals.map((refusal) => [refusal.kind.code, refusal]);
}

const linesOf = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
