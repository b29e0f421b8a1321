import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '@slipway/testing';
import { KubeconfigError } from '../credentials/index.js';
import {
  fixedCredentials,
  type Script,
  type ScriptedApi,
  startScriptedApi,
} from '../testing/index.js';
import { create, Endpoints, KubeRest, mergePatch, remove } from './index.js';

let api: ScriptedApi;
let rest: KubeRest;
let endpoints: Endpoints;
// A server for each test: what one has given up may still be on its way.
beforeEach(async () => {
  endpoints = new Endpoints();
  api = await startScriptedApi();
  rest = new KubeRest({ credentials: fixedCredentials({ server: api.server }), endpoints });
});
afterEach(async () => {
  await endpoints.destroy();
  await api.close();
});

const path = '/apis/cluster.x-k8s.io/v1beta2/namespaces/ns/machines/m';
const put = (timeout?: number) => rest.write({ method: 'PUT', path, body: { a: 1 }, timeout });

describe('the outcome of a write', () => {
  test('is accepted with the object that the server returns', async () => {
    api.play((_, reply) => reply.json({ kind: 'Machine' }, 201));
    expect(await put()).toEqual({ outcome: 'accepted', object: { kind: 'Machine' } });
  });

  test.each([400, 401, 403, 404, 405, 409, 410, 415, 422])('is rejected by %i', async (code) => {
    api.play((_, reply) => reply.status(code, 'Because'));
    const status = expect.objectContaining({ code, reason: 'Because' });
    expect(await put()).toEqual({ outcome: 'rejected', status });
  });

  test.each([302, 408, 429, 500, 502, 503, 504])('is unknown after %i', async (code) => {
    api.play((_, reply) => reply.status(code, 'Because'));
    const status = expect.objectContaining({ code, reason: 'Because' });
    expect(await put()).toEqual({ outcome: 'unknown', because: 'Because', status });
    expect(api.requests).toHaveLength(1);
  });

  test.each<[string, Script, string]>([
    ['the connection is lost', (_, reply) => reply.reset(), 'connection lost'],
    [
      'the answer is cut',
      (_, { raw }) =>
        void (raw.writeHead(200, { 'content-length': 9 }), raw.write('{', () => raw.destroy())),
      'connection lost',
    ],
    ['the answer is no JSON', (_, reply) => reply.text('ok'), 'the answer is not JSON'],
    ['no answer comes', () => undefined, 'no answer within 0.2 s'],
  ])('F5: is unknown when %s', async (_, script, because) => {
    api.play(script);
    expect(await put(200)).toEqual({ outcome: 'unknown', because });
    expect(api.requests).toHaveLength(1);
  });

  test('is unknown when the caller leaves after it was sent', async () => {
    api.play(() => undefined);
    const caller = new AbortController();
    const outcome = rest.write({ method: 'PUT', path, body: {}, signal: caller.signal });
    await until(() => api.requests.length > 0, { within: 5_000, because: 'the request' });
    caller.abort(new Error('gone'));
    const because = 'the caller left before the answer came';
    expect(await outcome).toEqual({ outcome: 'unknown', because });
  });
});

describe('a write that provably was not sent throws', () => {
  test('when the caller has already left', async () => {
    const reason = new Error('gone');
    const signal = AbortSignal.abort(reason);
    await expect(rest.write({ method: 'PUT', path, body: {}, signal })).rejects.toBe(reason);
    expect(api.requests).toHaveLength(0);
  });

  test('when the connection is refused', async () => {
    const gone = await startScriptedApi();
    await gone.close();
    const nobody = new KubeRest({
      credentials: fixedCredentials({ server: gone.server }),
      endpoints,
    });
    await expect(nobody.write({ method: 'PUT', path, body: {} })).rejects.toMatchObject({
      because: 'connection refused',
      sent: false,
    });
  });

  test('when there are no credentials, or none in time', async () => {
    const credentials = { server: '', refused: () => false };
    const write = { method: 'PUT', path, body: {}, timeout: 50 } as const;
    const connection = () => Promise.reject(new KubeconfigError('no token'));
    const none = new KubeRest({ credentials: { ...credentials, connection }, endpoints });
    await expect(none.write(write)).rejects.toThrow('no token');
    const never = () => new Promise<never>(() => undefined);
    const late = new KubeRest({ credentials: { ...credentials, connection: never }, endpoints });
    await expect(late.write(write)).rejects.toThrow('no answer within 0.05 s');
  });
});

describe('what goes over the wire', () => {
  beforeEach(() => api.play((_, reply) => reply.json({})));
  const sent = () => {
    const { method, path: at, query, headers, body } = api.requests[0]!;
    return {
      method,
      path: at,
      query: Object.fromEntries(query),
      type: headers['content-type'],
      body: JSON.parse(body),
    };
  };

  test('for create', async () => {
    await create(rest, { path, object: { kind: 'Machine' } });
    expect(sent()).toEqual({
      method: 'POST',
      path,
      query: { fieldValidation: 'Strict' },
      type: 'application/json',
      body: { kind: 'Machine' },
    });
  });

  test('for a merge patch: the version read is part of it, beside other metadata', async () => {
    const patch = { metadata: { annotations: { lock: null } }, spec: { replicas: 3 } };
    await mergePatch(rest, { path, patch, resourceVersion: '42', dryRun: true });
    expect(sent()).toEqual({
      method: 'PATCH',
      path,
      query: { fieldValidation: 'Strict', dryRun: 'All' },
      type: 'application/merge-patch+json',
      body: {
        metadata: { annotations: { lock: null }, resourceVersion: '42' },
        spec: { replicas: 3 },
      },
    });
  });

  test('for a merge patch of a workload Node: no version', async () => {
    await mergePatch(rest, { path, patch: { spec: { unschedulable: true } } });
    expect(sent().body).toEqual({ spec: { unschedulable: true } });
  });

  test('for a delete', async () => {
    const preconditions = { uid: 'u-1', resourceVersion: '42' };
    await remove(rest, { path, preconditions, propagationPolicy: 'Foreground' });
    expect(sent()).toEqual({
      method: 'DELETE',
      path,
      query: {},
      type: 'application/json',
      body: {
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        preconditions,
        propagationPolicy: 'Foreground',
      },
    });
  });
});
