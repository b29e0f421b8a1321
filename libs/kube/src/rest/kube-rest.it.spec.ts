import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@slipway/service/testing';
import { until } from '@slipway/testing';
import type { Credentials } from '../credentials/index.js';
import { aStatus, fixedCredentials, type ScriptedApi, startScriptedApi } from '../testing/index.js';
import {
  Endpoints,
  KubeRest,
  type KubeRestOptions,
  StatusError,
  UnreachableError,
} from './index.js';

let api: ScriptedApi;
let endpoints: Endpoints;
// A server for each test: what one has given up may still be on its way.
beforeEach(async () => {
  endpoints = new Endpoints();
  api = await startScriptedApi();
});
afterEach(async () => {
  await endpoints.destroy();
  await api.close();
});

const restOf = (options: Partial<KubeRestOptions> = {}) =>
  new KubeRest({ credentials: fixedCredentials({ server: api.server }), endpoints, ...options });

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Moves time on until `work` is over, so that only the clock decides when. */
async function inTime(clock: ManualClock, work: Promise<unknown>): Promise<unknown> {
  let result: { error: unknown } | undefined;
  void errorOf(work).then((error) => (result = { error }));
  await until(
    async () => {
      await clock.advance(500);
      return result;
    },
    { within: 10_000, because: 'the call to end', every: 5 },
  );
  return result?.error;
}

describe('a read', () => {
  test('goes out under the path prefix, with query, identity and no body', async () => {
    api.play((_, reply) => reply.json({ kind: 'Pod' }));
    const credentials = fixedCredentials({
      server: `${api.server}/k8s/clusters/c-1`,
      headers: { authorization: 'Bearer t' },
    });
    const query = { limit: 500, labelSelector: 'a=b,c', continue: undefined };
    expect(await restOf({ credentials }).get('/api/v1/pods', { query })).toEqual({ kind: 'Pod' });
    const [request] = api.requests;
    expect(request).toMatchObject({
      method: 'GET',
      path: '/k8s/clusters/c-1/api/v1/pods',
      body: '',
    });
    expect(Object.fromEntries(request!.query)).toEqual({ limit: '500', labelSelector: 'a=b,c' });
    expect(request!.headers).toMatchObject({
      authorization: 'Bearer t',
      accept: 'application/json',
      'user-agent': 'slipway',
    });
    expect(request!.headers).not.toHaveProperty('content-type');
  });

  test('that is refused throws the Status', async () => {
    api.play((_, reply) => reply.status(404, 'NotFound', { message: 'pods "p" not found' }));
    const error = await errorOf(restOf().get('/api/v1/pods/p'));
    expect(error).toBeInstanceOf(StatusError);
    expect(error).toMatchObject({ code: 404, reason: 'NotFound', message: 'pods "p" not found' });
  });

  test('that gets no JSON says so', async () => {
    api.play((_, reply) => reply.text('<html>log in</html>'));
    const error = await errorOf(restOf().get('/x'));
    expect(error).toMatchObject({ because: 'the answer is not JSON', sent: true });
  });

  test('waits out a short Retry-After once', async () => {
    const clock = new ManualClock();
    const at: number[] = [];
    api.play((_, reply) => {
      at.push(clock.monotonic());
      reply.text(JSON.stringify(aStatus(429, 'TooManyRequests')), 429, { 'retry-after': '3' });
    });
    const error = await inTime(clock, restOf({ clock }).get('/x'));
    expect(error).toMatchObject({ code: 429, retryAfterSeconds: 3 });
    expect(at).toHaveLength(2);
    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(3_000);
  });

  test.each([
    ['longer than its patience', { 'retry-after': '6' }],
    ['absent', {}],
  ])('gives up at once when Retry-After is %s', async (_, headers) => {
    api.play((_request, reply) => reply.text('', 429, headers as Record<string, string>));
    expect(await errorOf(restOf().get('/x'))).toMatchObject({ code: 429 });
    expect(api.requests).toHaveLength(1);
  });

  test('larger than its bound is broken off and its socket freed', async () => {
    api.play(async (_, { raw }) => {
      raw.writeHead(200);
      while (!raw.destroyed) {
        raw.write('x'.repeat(64 * 1024));
        await new Promise(setImmediate);
      }
    });
    const before = api.sockets.open;
    const error = await errorOf(restOf({ limits: { bytes: 1e6 } }).get('/x'));
    expect(error).toMatchObject({ because: 'the answer is larger than 1000000 bytes' });
    await until(() => api.sockets.open <= before, {
      within: 5_000,
      because: 'the socket to close',
    });
  });
});

describe('time', () => {
  test('10 s without a head is no answer', async () => {
    api.play(() => undefined);
    const clock = new ManualClock();
    const error = await inTime(clock, restOf({ clock }).get('/x'));
    expect(error).toMatchObject({ because: 'no answer within 10 s', sent: true });
    expect(clock.pending).toBe(0);
  });

  test('a body that trickles ends with the whole call', async () => {
    api.play((_, reply) => void reply.watch().bytes('{'));
    const clock = new ManualClock();
    const error = await inTime(clock, restOf({ clock }).get('/x', { timeout: 20_000 }));
    expect(error).toMatchObject({ because: 'no answer within 20 s' });
    expect(clock.pending).toBe(0);
  });

  test('a caller who leaves gets their own reason', async () => {
    api.play(() => undefined);
    const reason = new Error('client gone');
    const controller = new AbortController();
    const error = errorOf(restOf().get('/x', { signal: controller.signal }));
    await until(() => api.requests.length > 0, { within: 5_000, because: 'the request' });
    controller.abort(reason);
    expect(await error).toBe(reason);
  });
});

describe('a 401', () => {
  const renewing = (tokens: string[], refused: () => boolean): Credentials => ({
    server: api.server,
    connection: async () => {
      const authorization = `Bearer ${tokens[0]}`;
      return { server: api.server, headers: { authorization }, tls: {}, key: authorization };
    },
    refused: () => {
      tokens.shift();
      return refused();
    },
  });
  const onlyNew: Parameters<ScriptedApi['play']>[0] = ({ headers, method }, reply) =>
    headers.authorization === 'Bearer new'
      ? reply.json({ method })
      : reply.status(401, 'Unauthorized');

  test('renews the credentials and asks once more', async () => {
    api.play(onlyNew);
    const rest = restOf({ credentials: renewing(['old', 'new'], () => true) });
    expect(await rest.get('/x')).toEqual({ method: 'GET' });
  });

  test('does so for a write too: it had no effect', async () => {
    api.play(onlyNew);
    const rest = restOf({ credentials: renewing(['old', 'new'], () => true) });
    const outcome = await rest.write({ method: 'POST', path: '/x', body: {} });
    expect(outcome).toEqual({ outcome: 'accepted', object: { method: 'POST' } });
  });

  test('does so for a watch', async () => {
    api.play(({ headers }, reply) =>
      headers.authorization === 'Bearer new'
        ? reply.watch().end()
        : reply.status(401, 'Unauthorized'),
    );
    const rest = restOf({ credentials: renewing(['old', 'new'], () => true) });
    const bytes = await rest.watch('/x', { query: {}, signal: new AbortController().signal });
    for await (const chunk of bytes) expect(chunk).toHaveLength(0);
    expect(api.requests).toHaveLength(2);
  });

  test.each([
    ['that renewing did not help is final', ['old', 'older', 'oldest'], true, 2],
    ['that nothing can renew is final at once', ['old', 'new'], false, 1],
  ])('%s', async (_, tokens, renewable, requests) => {
    api.play(onlyNew);
    const rest = restOf({ credentials: renewing(tokens as string[], () => renewable as boolean) });
    expect(await errorOf(rest.get('/x'))).toMatchObject({ code: 401 });
    expect(api.requests).toHaveLength(requests as number);
  });
});

describe('no connection', () => {
  const at = (server: string, options: Partial<KubeRestOptions> = {}) =>
    errorOf(restOf({ credentials: fixedCredentials({ server }), ...options }).get('/x'));

  test('refused, in words and provably unsent', async () => {
    const gone = await startScriptedApi();
    await gone.close();
    const error = await at(gone.server);
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ because: 'connection refused', sent: false });
  });

  test('lost before the answer, possibly sent', async () => {
    api.play((_, reply) => reply.reset());
    expect(await at(api.server)).toMatchObject({ because: 'connection lost', sent: true });
  });

  test('to something that speaks no HTTP', async () => {
    api.play((_, { raw }) => void raw.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'));
    expect(await at(api.server)).toMatchObject({ because: 'the answer is not HTTP' });
  });

  test('to a name that does not exist', async () => {
    expect(await at('http://nowhere.invalid')).toMatchObject({
      because: expect.stringMatching(/^host name not/),
      sent: false,
    });
  });
});
