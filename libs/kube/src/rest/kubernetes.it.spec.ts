import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { kubeObjects, type KubeObjects, realServers, withNamespace } from '@slipway/testing';
import { parse, stringify } from 'yaml';
import {
  type Credentials,
  credentialsFromKubeconfig,
  managementCredentials,
} from '../credentials/index.js';
import { listAll } from '../list/index.js';
import {
  create,
  Endpoints,
  KubeRest,
  mergePatch,
  type Outcome,
  remove,
  resourcePath,
} from './index.js';

const { kubeconfig } = realServers();
const suite = kubeconfig ? describe : describe.skip;

const machines = { group: 'cluster.x-k8s.io', version: 'v1beta2', plural: 'machines' };
const aMachine = (name: string, spec: object = {}) => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Machine',
  metadata: { name },
  spec: {
    clusterName: 'demo',
    bootstrap: { dataSecretName: 'demo' },
    infrastructureRef: {
      apiGroup: 'vates.infrastructure.cluster.x-k8s.io',
      kind: 'XOMachine',
      name,
    },
    ...spec,
  },
});

interface Stored {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
}
function stored(outcome: Outcome<unknown>): Stored {
  if (outcome.outcome !== 'accepted') throw new Error(JSON.stringify(outcome));
  return outcome.object as Stored;
}

suite('a real API server', () => {
  const endpoints = new Endpoints();
  let objects: KubeObjects;
  let credentials: Credentials;
  let rest: KubeRest;

  beforeAll(async () => {
    objects = kubeObjects(kubeconfig!);
    credentials = await managementCredentials({ kubeClient: 'kubeconfig', kubeconfig });
    rest = new KubeRest({ credentials, endpoints });
  });
  afterAll(async () => {
    objects.close();
    await endpoints.destroy();
  });

  /** Runs with the path of a namespace's Machines, and how to make one there. */
  const inNamespace = (
    work: (path: string, make: (name: string) => Promise<Stored>) => Promise<void>,
  ) =>
    withNamespace(objects, (namespace) => {
      const path = resourcePath(machines, { namespace });
      return work(path, async (name) =>
        stored(await create(rest, { path, object: aMachine(name) })),
      );
    });

  test('lists by pages what was created, in order of name', () =>
    inNamespace(async (path, make) => {
      const names = Array.from({ length: 7 }, (_, index) => `m-${index}`);
      for (const name of [...names].reverse()) await make(name);
      const listed = await listAll(
        { rest, path, limit: 3 },
        (raw) => (raw as Stored).metadata.name,
      );
      expect(listed).toEqual(names);
    }));

  test('a read of what does not exist is 404 with its name', () =>
    inNamespace(async (path) => {
      await expect(rest.get(`${path}/nobody`)).rejects.toMatchObject({
        code: 404,
        reason: 'NotFound',
        details: { name: 'nobody', kind: 'machines' },
      });
    }));

  test('a merge patch of the version that was read is accepted, of an older one 409', () =>
    inNamespace(async (path, make) => {
      const { metadata } = await make('m');
      const patch = { metadata: { annotations: { lock: 'held' } } };
      const write = { path: `${path}/m`, patch, resourceVersion: metadata.resourceVersion };
      const next = stored(await mergePatch(rest, write));
      expect(next).toMatchObject({
        metadata: { uid: metadata.uid, annotations: { lock: 'held' } },
      });
      const again = { ...write, patch: { metadata: { annotations: { lock: 'stolen' } } } };
      expect(await mergePatch(rest, again)).toMatchObject({
        outcome: 'rejected',
        status: { code: 409, reason: 'Conflict' },
      });
    }));

  test('an unknown field is refused by its name: 400 in a create, 422 in a patch', () =>
    inNamespace(async (path, make) => {
      await make('m');
      const refused = (code: number) => ({
        outcome: 'rejected',
        status: { code, message: expect.stringContaining('unknown field "spec.versoin"') },
      });
      const object = aMachine('n', { versoin: 'v1.36.8' });
      expect(await create(rest, { path, object })).toMatchObject(refused(400));
      const patch = { spec: { versoin: 'v1.36.8' } };
      expect(await mergePatch(rest, { path: `${path}/m`, patch })).toMatchObject(refused(422));
    }));

  test('what the schema forbids is 422, with the causes', () =>
    inNamespace(async (path) => {
      const object = aMachine('m', { version: 'x'.repeat(300) });
      const outcome = await create(rest, { path, object });
      expect(outcome).toMatchObject({
        outcome: 'rejected',
        status: { code: 422, reason: 'Invalid' },
      });
      const { details } = (outcome as { status: { details: { causes: { field: string }[] } } })
        .status;
      expect(details.causes.map(({ field }) => field)).toContain('spec.version');
    }));

  test('a name that exists is 409 AlreadyExists', () =>
    inNamespace(async (path, make) => {
      await make('m');
      expect(await create(rest, { path, object: aMachine('m') })).toMatchObject({
        outcome: 'rejected',
        status: { code: 409, reason: 'AlreadyExists' },
      });
    }));

  test('a dry run stores nothing', () =>
    inNamespace(async (path) => {
      const outcome = await create(rest, { path, object: aMachine('m'), dryRun: true });
      expect(outcome.outcome).toBe('accepted');
      await expect(rest.get(`${path}/m`)).rejects.toMatchObject({ code: 404 });
    }));

  test('a delete needs the uid that was read: another is 409, and once it is gone 404', () =>
    inNamespace(async (path, make) => {
      const { metadata } = await make('m');
      const at = `${path}/m`;
      const other = { uid: '00000000-0000-4000-8000-000000000000' };
      expect(await remove(rest, { path: at, preconditions: other })).toMatchObject({
        outcome: 'rejected',
        status: { code: 409 },
      });
      const preconditions = { uid: metadata.uid };
      expect((await remove(rest, { path: at, preconditions })).outcome).toBe('accepted');
      expect(await remove(rest, { path: at, preconditions })).toMatchObject({
        outcome: 'rejected',
        status: { code: 404 },
      });
    }));

  test('a wrong token is 401, with one request', async () => {
    const config = parse(readFileSync(kubeconfig!, 'utf8'));
    config.users[0].user = { token: 'wrong' };
    const stranger = new KubeRest({
      credentials: await credentialsFromKubeconfig(stringify(config)),
      endpoints,
    });
    await expect(stranger.get('/api/v1/namespaces')).rejects.toMatchObject({
      code: 401,
      reason: 'Unauthorized',
    });
  });

  test('a wrong CA is refused before anything is sent', async () => {
    const config = parse(readFileSync(kubeconfig!, 'utf8'));
    delete config.clusters[0].cluster['certificate-authority-data'];
    const wary = new KubeRest({
      credentials: await credentialsFromKubeconfig(stringify(config)),
      endpoints,
    });
    await expect(wary.get('/version')).rejects.toMatchObject({
      because: "the server certificate isn't trusted",
      sent: false,
    });
  });
});
