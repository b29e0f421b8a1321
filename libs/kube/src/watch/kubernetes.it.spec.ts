import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CaptureLogger } from '@slipway/service/testing';
import {
  kubeObjects,
  type KubeObject,
  type KubeObjects,
  realServers,
  until,
  withNamespace,
} from '@slipway/testing';
import { managementCredentials } from '../credentials/index.js';
import { type CallOptions, Endpoints, KubeRest, resourcePath } from '../rest/index.js';
import { ProjectedStore } from '../store/index.js';
import { Backoff, Reflector, type ReflectorOptions } from './index.js';

const { kubeconfig } = realServers();
const suite = kubeconfig ? describe : describe.skip;

const machines = { group: 'cluster.x-k8s.io', version: 'v1beta2', plural: 'machines' };
const aMachine = (namespace: string, name: string, value = 'one') => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Machine',
  metadata: { name, namespace },
  spec: {
    clusterName: 'demo',
    bootstrap: { dataSecretName: 'demo' },
    infrastructureRef: { apiGroup: 'infrastructure.example', kind: 'XOMachine', name },
    providerID: value,
  },
});
const wait = <T>(because: string, condition: () => T) =>
  until(condition, { within: 20_000, because, every: 10 });

interface Item {
  readonly name: string;
  readonly uid: string;
  readonly version: string;
  readonly value: string;
}

suite('a reflector on a real API server', () => {
  const endpoints = new Endpoints();
  let objects: KubeObjects;
  let rest: KubeRest;

  beforeAll(async () => {
    objects = kubeObjects(kubeconfig!);
    const credentials = await managementCredentials({ kubeClient: 'kubeconfig', kubeconfig });
    rest = new KubeRest({ credentials, endpoints });
  });
  afterAll(async () => {
    objects.close();
    await endpoints.destroy();
  });

  async function reflecting(
    namespace: string,
    options: Partial<ReflectorOptions<Item>>,
    work: (running: {
      told: string[];
      reflector: Reflector<Item>;
      store: ProjectedStore<Item>;
    }) => Promise<void>,
  ) {
    const told: string[] = [];
    const store = new ProjectedStore<Item>({ keyOf: ({ name }) => name, idOf: ({ uid }) => uid });
    const reflector = new Reflector<Item>({
      rest,
      path: resourcePath(machines, { namespace }),
      store,
      logger: new CaptureLogger(),
      project: (raw) => {
        const { metadata, spec } = raw as KubeObject & { spec: { providerID: string } };
        const { name, uid = '', resourceVersion: version = '' } = metadata;
        return { name, uid, version, value: spec.providerID };
      },
      identity: ({ name, uid, version }) => ({ key: name, uid, resourceVersion: version }),
      handler: {
        onSeeded: () => void told.push('seeded'),
        onUpserted: (next, last) => void told.push(`${last?.value ?? 'new'} > ${next.value}`),
        onDeleted: (last) => void told.push(`${last.value} gone`),
      },
      backoff: new Backoff({ first: 10, longest: 100 }),
      ...options,
    });
    const owner = new AbortController();
    const done = reflector.run(owner.signal);
    try {
      await wait('the first list', () => reflector.stats.synced);
      await work({ told, reflector, store });
    } finally {
      owner.abort(new Error('stopped'));
      await done;
    }
  }

  test('tells create, change, delete and recreation (F8), and nothing of what was there', () =>
    withNamespace(objects, async (namespace) => {
      await objects.create(aMachine(namespace, 'before', 'old'));
      await reflecting(namespace, {}, async ({ told, store, reflector }) => {
        const a = aMachine(namespace, 'a');
        await objects.create(a);
        await objects.patch(a, { spec: { providerID: 'two' } });
        await objects.delete(a);
        await objects.create(aMachine(namespace, 'a', 'three'));
        await wait('the recreation', () => store.get('a')?.value === 'three');
        expect(told).toEqual(['seeded', 'new > one', 'one > two', 'two gone', 'new > three']);
        expect(store.values().map(({ name }) => name)).toEqual(['a', 'before']);
        expect(reflector.stats).toMatchObject({ relists: 0, restarts: 0, unreadable: 0 });
      });
    }));

  test("resumes at the server's own ends without losing or repeating anything", () =>
    withNamespace(objects, async (namespace) => {
      const timing = { watchSeconds: [1, 1] as const };
      await reflecting(namespace, { timing }, async ({ told, reflector }) => {
        const a = aMachine(namespace, 'a', '0');
        await objects.create(a);
        for (let value = 1; reflector.stats.restarts < 3; value++) {
          await objects.patch(a, { spec: { providerID: String(value) } });
          await wait('the change', () => told.at(-1) === `${value - 1} > ${value}`);
          expect(told).toHaveLength(value + 2);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        expect(reflector.stats.relists).toBe(0);
      });
    }));

  test('F6: a version that the server has forgotten is listed anew, and told as differences', () =>
    withNamespace(objects, async (namespace) => {
      await objects.create(aMachine(namespace, 'kept'));
      await objects.create(aMachine(namespace, 'vanishing'));
      // The first list claims the oldest version of all, and knows what has vanished since.
      let lists = 0;
      const ageing: ReflectorOptions<Item>['rest'] = {
        watch: (path, options) => rest.watch(path, options),
        read: async (path: string, options?: CallOptions) => {
          const bytes = await rest.read(path, options);
          if (lists++ > 0) return bytes;
          await objects.delete(aMachine(namespace, 'vanishing'));
          await objects.create(aMachine(namespace, 'fresh'));
          const list = JSON.parse(bytes.toString('utf8'));
          list.metadata.resourceVersion = '1';
          return Buffer.from(JSON.stringify(list));
        },
      };
      await reflecting(namespace, { rest: ageing }, async ({ told, reflector }) => {
        await wait('the differences', () => told.length === 3);
        expect(told).toEqual(['seeded', 'one gone', 'new > one']);
        await objects.create(aMachine(namespace, 'later', 'two'));
        await wait('the watch to go on', () => told.at(-1) === 'new > two');
        expect(reflector.stats).toMatchObject({ relists: 1, restarts: 1 });
      });
    }));
});
