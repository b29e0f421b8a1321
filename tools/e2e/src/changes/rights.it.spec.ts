import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { kinds } from '@slipway/capi';
import { sampleCreation } from '@slipway/capi/builders';
import { type Cluster } from '@slipway/contracts';
import { realServers } from '@slipway/testing';
import { parse } from 'yaml';
import { ChangesWorld } from './changes-world.js';
import { type Rule, serviceAccount } from './service-account.js';

const { kubeconfig } = realServers();
const suite = kubeconfig ? describe : describe.skip;

/** VMK Engine's table of required permissions, line by line. */
const required: readonly Rule[] = [
  {
    apiGroups: ['cluster.x-k8s.io'],
    resources: ['clusters'],
    verbs: ['get', 'list', 'watch', 'create', 'delete', 'patch'],
  },
  {
    apiGroups: ['cluster.x-k8s.io'],
    resources: ['machines'],
    verbs: ['get', 'list', 'watch', 'delete', 'patch'],
  },
  { apiGroups: [''], resources: ['secrets', 'configmaps'], verbs: ['get'] },
  {
    apiGroups: ['cluster.x-k8s.io'],
    resources: ['machinedeployments'],
    verbs: ['create', 'get', 'list', 'patch'],
  },
  {
    apiGroups: ['vates.infrastructure.cluster.x-k8s.io'],
    resources: ['xoclusters', 'xomachinetemplates'],
    verbs: ['create'],
  },
  {
    apiGroups: ['controlplane.cluster.x-k8s.io'],
    resources: ['kubeadmcontrolplanes'],
    verbs: ['create', 'get', 'patch'],
  },
  {
    apiGroups: ['bootstrap.cluster.x-k8s.io'],
    resources: ['kubeadmconfigtemplates'],
    verbs: ['create', 'get'],
  },
];

test("the chart's Role of cluster-api is VMK Engine's table", () => {
  const root = join(import.meta.dirname, '../../../..');
  const template = join(root, 'deploy/helm/slipway/charts/cluster-api/templates/role.yaml');
  const [role] = readFileSync(template, 'utf8').split('\n---');
  const rules = parse(role!.slice(role!.indexOf('rules:'))) as { rules: Rule[] };
  expect(rules).toEqual({ rules: required });
});

suite('with the rights of that table and no other', () => {
  let world: ChangesWorld;
  beforeAll(async () => {
    world = await ChangesWorld.start(kubeconfig!, {
      access: (objects, namespace) =>
        serviceAccount(objects, { namespace, name: 'cluster-api', rules: required }),
    });
    await world.configure();
  }, 60_000);
  afterAll(() => world?.stop(), 30_000);

  test('a cluster is created, read, changed in every way and deleted', async () => {
    const { name } = sampleCreation;
    const created = await world.send('POST /kubernetes/clusters', sampleCreation);
    expect(created.status).toBe(200);
    const { id } = JSON.parse(created.text) as Cluster;
    await world.addMachine(`${name}-1`, name);
    const cluster = `/kubernetes/clusters/${id}`;
    const node = `${cluster}/nodes/${name}-1`;
    const changes: readonly [string, unknown?][] = [
      [`PUT ${cluster}/description`, { description: 'text' }],
      [`PUT ${cluster}/tags/team`, { value: 'platform' }],
      [`DELETE ${cluster}/tags/team`],
      [`PUT ${cluster}/workers/replicas`, { replicas: 4 }],
      [`PUT ${cluster}/control-plane/replicas`, { replicas: 5 }],
      [`POST ${node}/reconciliation/pause`],
      [`POST ${node}/reconciliation/resume`],
      [`DELETE ${node}`],
      [`POST ${cluster}/reconciliation/pause`],
      [`POST ${cluster}/reconciliation/resume`],
    ];
    for (const [route, body] of changes) {
      const { status, text } = await world.send(route, body);
      expect({ route, status, text }).toEqual({ route, status: 204, text: '' });
    }
    for (const read of [cluster, `${cluster}/nodes`, `${cluster}/tags`, '/kubernetes/tags'])
      expect((await world.send(`GET ${read}`)).status).toBe(200);

    // Going, and held: then what holds it is read as well.
    const finalizers = ['cluster.cluster.x-k8s.io'];
    await world.patch(kinds.cluster, name, { metadata: { finalizers } });
    await world.send(`POST ${cluster}/reconciliation/pause`);
    expect((await world.send(`DELETE ${cluster}`)).status).toBe(204);
    const going = await world.stack.eventually(
      cluster,
      ({ text }) => text.includes('"is_deleting":true'),
      'the deletion to be shown',
    );
    expect(going.json()).toMatchObject({ is_reconciliation_paused: false });
    expect(await world.lock(name)).toBeUndefined();
    const refused = world.proxy.requests.filter(({ status }) => status === 401 || status === 403);
    expect(refused.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  test('each right is used: none is asked for in vain', () => {
    const verbs = { GET: 'get', POST: 'create', PATCH: 'patch', DELETE: 'delete' } as const;
    const plurals = required.flatMap(({ resources }) => resources);
    const used = new Set(
      world.proxy.requests.map(({ method, path, query }) => {
        const parts = path.split('/');
        const named = !plurals.includes(parts.at(-1)!);
        const plural = named ? parts.at(-2) : parts.at(-1);
        const read = query.has('watch') ? 'watch' : named ? 'get' : 'list';
        return `${method === 'GET' ? read : verbs[method as keyof typeof verbs]} ${plural}`;
      }),
    );
    const unused = required.flatMap(({ resources, verbs: of }) =>
      resources.flatMap((resource) => of.map((verb) => `${verb} ${resource}`)),
    );
    // Those are for upgrades.
    const others = ['get machinedeployments', 'get kubeadmconfigtemplates'];
    expect(unused.filter((right) => !used.has(right)).toSorted()).toEqual(others.toSorted());
  });
});
