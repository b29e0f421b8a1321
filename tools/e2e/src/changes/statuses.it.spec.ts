import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { kinds } from '@slipway/capi';
import {
  type ErrorKind,
  errorTable,
  refusedAnywhere,
  refusedBodies,
  type RouteAnswers,
  routes,
} from '@slipway/contracts';
import { realServers, until } from '@slipway/testing';
import { ChangesWorld, type Reply } from './changes-world.js';
import { bodyOf, inadmissible, placeOf, prepare, provocationOf } from './provocations.js';
import { serviceAccount } from './service-account.js';

const { kubeconfig } = realServers();
const suite = kubeconfig ? describe : describe.skip;

/** Provoked by tests of their own, with workload clusters that live. */
const elsewhere = new Set([
  'POST /kubernetes/clusters/{id}/nodes/{nodeID}/cordon kubernetes-refused',
  'POST /kubernetes/clusters/{id}/nodes/{nodeID}/uncordon kubernetes-refused',
  'POST /kubernetes/clusters/{id}/nodes/{nodeID}/drain kubernetes-refused',
  'POST /kubernetes/clusters/{id}/nodes/{nodeID}/drain drain-blocked',
  'POST /kubernetes/clusters/{id}/nodes/{nodeID}/drain drain-deadline',
  'POST /kubernetes/clusters/{id}/nodes/{nodeID}/drain interrupted',
]);

suite('every refusal of every route', () => {
  let world: ChangesWorld;
  let reader: ChangesWorld;

  beforeAll(async () => {
    [world, reader] = await Promise.all([
      ChangesWorld.start(kubeconfig!),
      ChangesWorld.start(kubeconfig!, {
        access: (objects, namespace) =>
          serviceAccount(objects, { namespace, name: 'reader', rules: mayRead }),
      }),
    ]);
    await Promise.all([
      prepare(world),
      admitOnlyFewReplicas(world),
      reader.addCluster('plain', {
        machines: 1,
        cluster: { metadata: { labels: { 'tags.vmk.vates.tech/team': 'a' } } },
      }),
      world.configure(),
      reader.configure(),
    ]);
  }, 60_000);
  afterEach(() => world.proxy.strike());
  afterAll(async () => {
    if (world) await withdrawPolicy(world);
    await Promise.all([world?.stop(), reader?.stop()]);
  }, 30_000);

  const structOf = ({ body }: RouteAnswers) =>
    (body?.meta() as { struct: string } | undefined)?.struct;

  describe.each(routes.map((each) => [each.route, each] as const))('%s', (route, rule) => {
    const own = rule.contract.errors.filter(({ code }) => !elsewhere.has(`${route} ${code}`));
    const rows = own.map((kind) => [kind.status, kind.code, kind] as const);
    if (rows.length > 0)
      test.each(rows)('%i %s', async (_status, code, kind) => {
        const provocation = provocationOf(route, code);
        if (!provocation) throw new Error(`nothing provokes ${code}`);
        const { mayOnlyRead, configured, strike, body = bodyOf(structOf(rule)) } = provocation;
        const where = mayOnlyRead ? reader : world;
        if (strike) world.proxy.strike(strike(world));
        if (configured) await world.configure(configured);
        const place = placeOf(route, provocation);
        tells(await where.send(place, rule.body ? body : undefined), kind);
        if (configured) await world.configure();
        for (const name of ['plain', 'paused', 'two'])
          expect(await where.lock(name)).toBeUndefined();
      });

    if (rule.body)
      test.each<[string, unknown, RequestInit]>([
        ['decoding-failed', '{"', {}],
        ['decoding-failed', '{"colour":1}', {}],
        ['body-too-large', ' '.repeat(1_048_577), {}],
        ['unsupported-media-type', '{}', { headers: { 'content-type': 'nonsense' } }],
      ])('%s', async (code, body, init) => {
        const kind = refusedBodies.find((each) => each.code === code)!;
        tells(await world.send(placeOf(route), body, init), kind);
      });
  });

  test('422 admission-rejected also where a policy says forbidden', async () => {
    const kind = errorTable.find(({ code }) => code === 'admission-rejected')!;
    for (const group of ['workers', 'control-plane']) {
      const body = { replicas: inadmissible.forbidden };
      tells(await world.send(`PUT /kubernetes/clusters/plain/${group}/replicas`, body), kind);
    }
  });

  describe('on any route', () => {
    const scale = () =>
      world.send('PUT /kubernetes/clusters/plain/workers/replicas', { replicas: 4 });
    const kindOf = (code: string) => refusedAnywhere.find((each) => each.code === code)!;

    test('503 management-unavailable: the API server gives no answer to a read', async () => {
      world.proxy.strike(({ query }) => (query.has('watch') ? undefined : 'request lost'));
      tells(await scale(), kindOf('management-unavailable'));
    });

    test('503 outcome-unknown: the writes get lost', async () => {
      world.proxy.strike(({ method }) => (method === 'PATCH' ? 'request lost' : undefined));
      tells(await scale(), kindOf('outcome-unknown'));
    });

    test('400 bad-request: a path that is no path', async () => {
      const bad = errorTable.find(({ code }) => code === 'bad-request')!;
      for (const route of [
        'GET /kubernetes/clusters/%zz',
        'PUT /kubernetes/clusters/demo/tags/%e9',
      ])
        tells(await world.send(route), bad);
    });

    test('503 service-unavailable: cluster-api is away', async () => {
      await reader.stack.clusterApi.stop();
      const reply = await reader.send('POST /kubernetes/clusters/plain/reconciliation/pause');
      tells(reply, kindOf('service-unavailable'));
    });
  });

  test('nothing was scaled, paused or deleted by any of it', async () => {
    const { spec } = (await world.find(kinds.machineDeployment, 'paused-md-0'))!;
    expect(spec).toMatchObject({ replicas: 2 });
    expect((await world.find(kinds.cluster, 'locked'))!.metadata.deletionTimestamp).toBeUndefined();
  });
});

/** The refusal in its own body: status, title, and the sentence of its code. */
function tells(reply: Reply, kind: ErrorKind): void {
  expect({ ...reply.problem, type: reply.headers.get('content-type') }).toMatchObject({
    status: kind.status,
    title: kind.title,
    detail: expect.stringMatching(sentenceOf(kind)),
    type: 'application/problem+json',
  });
  expect(reply.status).toBe(kind.status);
}

/** What the details of a refusal may be, left open; an operation may add what it leaves behind. */
function sentenceOf({ code }: ErrorKind): RegExp {
  if (code === 'validation-failed') return /(is|should be) \S+/;
  const make = errorTable.find((each) => each.code === code)!;
  const open = new Proxy({}, { get: () => ['<open>'] });
  const escaped = make(open as never).message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('<open>', '.+')}`, 's');
}

const apiVersion = 'admissionregistration.k8s.io/v1';

/** They are the server's, not the namespace's. */
async function withdrawPolicy({ objects, namespace: name }: ChangesWorld): Promise<void> {
  for (const kind of ['ValidatingAdmissionPolicyBinding', 'ValidatingAdmissionPolicy']) {
    const reference = { apiVersion, kind, metadata: { name } };
    if (await objects.find(reference)) await objects.delete(reference);
  }
}

const mayRead = [
  {
    apiGroups: ['cluster.x-k8s.io'],
    resources: ['clusters', 'machines'],
    verbs: ['get', 'list', 'watch'],
  },
  { apiGroups: [''], resources: ['secrets', 'configmaps'], verbs: ['get'] },
  { apiGroups: ['cluster.x-k8s.io'], resources: ['machinedeployments'], verbs: ['get', 'list'] },
  {
    apiGroups: ['controlplane.cluster.x-k8s.io'],
    resources: ['kubeadmcontrolplanes'],
    verbs: ['get'],
  },
];

/** A policy of the API server itself, in this namespace alone; resolves once it is obeyed. */
async function admitOnlyFewReplicas(world: ChangesWorld): Promise<void> {
  const { objects, namespace } = world;
  const metadata = { name: namespace };
  const rule = { apiVersions: ['v1beta2'], operations: ['UPDATE'], scope: 'Namespaced' };
  await objects.create({
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata,
    spec: {
      matchConstraints: {
        resourceRules: [
          { ...rule, apiGroups: ['cluster.x-k8s.io'], resources: ['machinedeployments'] },
          {
            ...rule,
            apiGroups: ['controlplane.cluster.x-k8s.io'],
            resources: ['kubeadmcontrolplanes'],
          },
        ],
      },
      validations: [
        { expression: `object.spec.replicas != ${inadmissible.invalid}`, message: 'too many' },
        {
          expression: `object.spec.replicas != ${inadmissible.forbidden}`,
          message: 'too many',
          reason: 'Forbidden',
        },
      ],
    },
  });
  const namespaces = { matchLabels: { 'kubernetes.io/metadata.name': namespace } };
  await objects.create({
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata,
    spec: {
      policyName: namespace,
      validationActions: ['Deny'],
      matchResources: { namespaceSelector: namespaces },
    },
  });
  const probe = `/apis/${kinds.machineDeployment.group}/v1beta2/namespaces/${namespace}/machinedeployments/probe-md-0`;
  await world.addCluster('probe');
  await until(
    async () => {
      const { status } = await objects.ask({
        method: 'PATCH',
        path: `${probe}?dryRun=All`,
        contentType: 'application/merge-patch+json',
        body: { spec: { replicas: inadmissible.invalid } },
      });
      return status === 422;
    },
    { within: 20_000, because: 'the policy to be obeyed', every: 100 },
  );
}
