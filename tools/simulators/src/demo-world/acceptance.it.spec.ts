import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { apiVersionOf, without, type Kind, type KubeObject } from '../api/index.js';
import { dropNamespace, freshNamespace } from '../conformance/targets-table.js';
import { managementKinds } from '../kinds/index.js';
import { type Answered } from '../testing/http-client.js';
import { mutations } from '../testing/mutations.js';
import {
  announceMissingRealServer,
  realApiServer,
  realKubeconfig,
  startSimulator,
  type Target,
} from '../testing/targets.js';
import { planClusters } from './plan.js';
import { commonObjects, simulateCluster } from './world.js';

const kindOf = (object: KubeObject): Kind => {
  const found = managementKinds.find(
    (kind) => kind.kind === object.kind && apiVersionOf(kind) === object.apiVersion,
  );
  if (!found) throw new Error(`the simulator serves no ${object.apiVersion} ${object.kind}`);
  return found;
};

/** Every object of a small world, as one would apply it to a namespace. */
function manifests(namespace: string): KubeObject[] {
  const now = new Date('2026-10-22T10:00:00Z');
  const [plan] = planClusters({ controlPlanes: 1, workers: 2 });
  if (!plan) return [];
  const cluster = simulateCluster(plan, { namespace, now });
  const secret = cluster.kubeconfigSecret('apiVersion: v1\nkind: Config\n');
  return [...commonObjects(namespace, now), ...cluster.objects, secret, ...cluster.inside].map(
    (object) => ({
      ...object,
      metadata: {
        ...without(
          object.metadata,
          'uid',
          'generation',
          'creationTimestamp',
          'namespace',
          'finalizers',
        ),
        // A random end keeps cluster-wide names apart on a shared server.
        ...(kindOf(object).namespaced
          ? { namespace }
          : { name: `${object.metadata.name}-${namespace}` }),
      },
    }),
  );
}

if (!realKubeconfig) announceMissingRealServer('the demo world and its broken variants');

describe('the demo world', () => {
  const targets: (Target & { namespace: string })[] = [];

  beforeAll(async () => {
    for (const target of [await startSimulator(), ...(realKubeconfig ? [realApiServer()] : [])])
      targets.push({ ...target, namespace: await freshNamespace(target) });
  });

  afterAll(async () => {
    for (const target of targets) {
      await dropNamespace(target, target.namespace);
      await target.close();
    }
  });

  const pathOf = (kind: Kind, { metadata: { namespace } }: KubeObject): string => {
    const group = kind.group ? `apis/${kind.group}` : 'api';
    const where = namespace === undefined ? '' : `namespaces/${namespace}/`;
    return `/${group}/${kind.version}/${where}${kind.plural}`;
  };
  const create = ({ client }: Target, object: KubeObject, dryRun: boolean): Promise<Answered> => {
    const query = `?fieldValidation=Strict${dryRun ? '&dryRun=All' : ''}`;
    const path = `${pathOf(kindOf(object), object)}${query}`;
    return client.ask({ method: 'POST', path, body: object });
  };
  const writeStatus = ({ client }: Target, object: KubeObject, dryRun: boolean) => {
    const query = `?fieldValidation=Strict${dryRun ? '&dryRun=All' : ''}`;
    const path = `${pathOf(kindOf(object), object)}/${object.metadata.name}/status${query}`;
    return client.ask({ method: 'PUT', path, body: object });
  };
  const refusal = ({ status, text }: Answered) =>
    status < 300 ? undefined : `${status} ${text.slice(0, 300)}`;

  test('is taken by both servers, strictly, with its statuses', async () => {
    for (const target of targets)
      for (const object of manifests(target.namespace)) {
        // Only custom objects are kept: others are cluster-wide or need a kubelet to go again.
        const { custom, status } = kindOf(object);
        const created = await create(target, object, !custom);
        expect({ server: target.name, object: object.kind, refusal: refusal(created) }).toEqual({
          server: target.name,
          object: object.kind,
          refusal: undefined,
        });
        if (!custom || !status) continue;
        const { metadata } = created.body as unknown as KubeObject;
        const written = await writeStatus(target, { ...object, metadata }, false);
        expect({ object: object.kind, refusal: refusal(written) }).toEqual({ object: object.kind });
      }
  });

  const customNames = [...new Set(managementKinds.filter(({ custom }) => custom))];

  test.each(customNames.map(({ kind }) => kind))(
    'broken variants of a %s: what the simulator accepts the real server accepts, unknown fields neither',
    async (kind) => {
      const answers = await Promise.all(targets.map((target) => judge(target, kind)));
      const [simulated, real] = answers;
      expect(simulated?.size).toBeGreaterThan(10);
      const looser = [...(simulated ?? [])].filter(
        ([name, status]) => status < 300 && real && (real.get(name) ?? 0) >= 300,
      );
      expect(looser).toEqual([]);
      for (const answered of answers) {
        const unknown = [...answered].filter(([name]) => name.endsWith('.bogus'));
        expect(unknown.filter(([, status]) => status < 400)).toEqual([]);
      }
    },
    60_000,
  );

  /** The status that each variant gets, by what was broken. */
  async function judge(target: Target & { namespace: string }, kind: string) {
    const object = manifests(target.namespace).find((one) => one.kind === kind);
    if (!object) throw new Error(`the demo world has no ${kind}`);
    const current = await target.client.ask({
      method: 'GET',
      path: `${pathOf(kindOf(object), object)}/${object.metadata.name}`,
    });
    const { metadata } = current.body as unknown as KubeObject;
    const named = {
      ...object,
      metadata: { ...object.metadata, name: `${object.metadata.name}-x` },
    };
    const variants = [
      ...mutations(named, 'spec').map((variant) => ({
        ...variant,
        ask: () => create(target, variant.object, true),
      })),
      ...(kindOf(object).status
        ? mutations(object, 'status').map((variant) => ({
            ...variant,
            ask: () => writeStatus(target, { ...variant.object, metadata }, true),
          }))
        : []),
    ];
    const statuses = new Map<string, number>();
    const queue = [...variants];
    const work = async () => {
      for (let next = queue.pop(); next; next = queue.pop())
        statuses.set(next.name, (await next.ask()).status);
    };
    await Promise.all(Array.from({ length: 8 }, work));
    return statuses;
  }
});
