import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '@slipway/testing';
import type { Credentials } from '../credentials/index.js';
import { fixedCredentials, type ScriptedApi, startScriptedApi } from '../testing/index.js';
import { Endpoints, KubeRest } from './index.js';

let api: ScriptedApi;
let endpoints: Endpoints;
beforeEach(async () => void (api = await startScriptedApi()));
afterEach(async () => {
  await endpoints.destroy();
  await api.close();
});

const restOf = (credentials: Credentials = fixedCredentials({ server: api.server })) =>
  new KubeRest({ credentials, endpoints });
const as = (token: string) =>
  fixedCredentials({ server: api.server, headers: { authorization: token } });

describe('sockets', () => {
  test('are shared by requests of equal credentials', async () => {
    endpoints = new Endpoints();
    api.play((_, reply) => reply.json({}));
    for (let count = 0; count < 20; count++) await restOf(as('a')).get('/x');
    // Two, because a call that follows at once finds the first socket not yet free.
    expect(api.sockets.accepted).toBeLessThanOrEqual(2);
  });

  test('are not shared by others: a changed token gets its own at once', async () => {
    endpoints = new Endpoints();
    api.play((_, reply) => reply.json({}));
    await restOf(as('a')).get('/x');
    await restOf(as('b')).get('/x');
    expect(api.sockets.accepted).toBe(2);
  });

  test('of watches do not use up those of calls', async () => {
    endpoints = new Endpoints({ connections: 1 });
    api.play(({ path }, reply) => (path === '/watch' ? void reply.watch() : reply.json({})));
    const stop = new AbortController();
    const watches = [1, 2, 3].map(() =>
      restOf().watch('/watch', { query: {}, signal: stop.signal }),
    );
    await Promise.all(watches);
    expect(await restOf().get('/x')).toEqual({});
    stop.abort();
    await until(() => api.sockets.open === 1, { within: 5_000, because: 'the watches to close' });
  });

  test('are limited per endpoint: further calls wait for one', async () => {
    endpoints = new Endpoints({ connections: 2 });
    api.play(async (_, reply) => {
      await new Promise(setImmediate);
      reply.json({});
    });
    await Promise.all(Array.from({ length: 20 }, () => restOf().get('/x')));
    expect(api.sockets.accepted).toBe(2);
  });

  test('of the endpoint unused for longest close beyond the bound, after their requests', async () => {
    endpoints = new Endpoints({ endpoints: 2 });
    let finish: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    api.play(async ({ path }, reply) => {
      if (path === '/slow') await held;
      reply.json({ path });
    });
    const slow = restOf(as('a')).get('/slow');
    await until(() => api.requests.length === 1, { within: 5_000, because: 'the slow request' });
    await restOf(as('b')).get('/x');
    await restOf(as('c')).get('/x');
    expect(endpoints.size).toBe(2);
    finish();
    expect(await slow).toEqual({ path: '/slow' });
    await until(() => api.sockets.open === 2, { within: 5_000, because: 'the evicted to close' });
    expect(await restOf(as('a')).get('/x')).toEqual({ path: '/x' });
  });
});

describe('nothing is left', () => {
  test('F11: after 1,000 requests that their callers abort', async () => {
    endpoints = new Endpoints();
    api.play(({ query }, reply) => {
      if (query.get('phase') === '1') reply.watch().bytes('{');
    });
    const longLived = new AbortController();
    const rest = restOf();
    for (let batch = 0; batch < 50; batch++) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => abortedRead(rest, index % 3)));
    }
    expect(endpoints.size).toBe(1);
    await until(() => api.sockets.open <= 1, { within: 5_000, because: 'the sockets to close' });
    // A signal as old as the process keeps no trace of calls that ended before it.
    api.play((_, reply) => reply.json({}));
    const { signal } = longLived;
    const spy = countListeners(signal);
    for (let count = 0; count < 200; count++) await rest.get('/x', { signal });
    expect(spy.listeners()).toBe(0);
  });
});

/** Aborts before the request, after its head, or while waiting for the head. */
async function abortedRead(rest: KubeRest, phase: number): Promise<void> {
  const caller = new AbortController();
  const read = rest.get('/x', { query: { phase }, signal: caller.signal });
  if (phase > 0) setTimeout(() => caller.abort(new Error('left')), 5);
  else caller.abort(new Error('left'));
  await expect(read).rejects.toThrow('left');
}

function countListeners(signal: AbortSignal) {
  let count = 0;
  const add = signal.addEventListener.bind(signal);
  const take = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => (count++, add(...args));
  signal.removeEventListener = (...args: Parameters<typeof take>) => (count--, take(...args));
  return { listeners: () => count };
}
