import { type Check } from './check.js';
import { configMap, deployment, merge, pod } from './objects.js';

const table = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';

/** ConfigMaps that only these checks list. */
const mine = 'labelSelector=set%3Dread';
const labelled = (name: string, labels: Record<string, string>) =>
  configMap(name, { labels: { set: 'read', ...labels } });

const listed = (query: string, ...names: string[]) => ({
  do: `GET configmaps?labelSelector=${encodeURIComponent(query)}`,
  status: 200,
  has: { items: names.map((name) => ({ metadata: { name } })) },
});

export const readChecks: readonly Check[] = [
  {
    name: 'lists select by label, in the order of names',
    steps: [
      { do: 'POST configmaps', body: labelled('r3', { n: '3' }), status: 201 },
      { do: 'POST configmaps', body: labelled('r1', { n: '1' }), status: 201 },
      { do: 'POST configmaps', body: labelled('r2', { m: '' }), status: 201 },
      listed('set=read', 'r1', 'r2', 'r3'),
      listed('set=read,n==1', 'r1'),
      listed('set=read,n!=1', 'r2', 'r3'),
      listed('set=read,n in (1, 3)', 'r1', 'r3'),
      listed('set=read,n notin (1)', 'r2', 'r3'),
      listed('set=read,!n', 'r2'),
      listed('set=read,m', 'r2'),
      listed('set=read,m=', 'r2'),
      listed('set=read,n>2', 'r3'),
      { do: 'GET configmaps?labelSelector=n%3D(', status: 400, reason: 'BadRequest' },
      { do: 'GET configmaps?labelSelector=a%20b', status: 400, reason: 'BadRequest' },
    ],
  },
  {
    name: 'lists select by field, and refuse fields that a kind does not have',
    steps: [
      {
        do: `GET configmaps?${mine}&fieldSelector=metadata.name%3Dr1`,
        status: 200,
        has: { items: [{ metadata: { name: 'r1' } }] },
      },
      {
        do: `GET configmaps?${mine}&fieldSelector=metadata.name!%3Dr1,metadata.namespace%3D{ns}`,
        status: 200,
        has: { items: [{ metadata: { name: 'r2' } }, { metadata: { name: 'r3' } }] },
      },
      {
        do: 'POST pods',
        body: pod('elsewhere', {}, { nodeName: 'conformance-{ns}' }),
        status: 201,
      },
      {
        do: 'GET /api/v1/pods?fieldSelector=spec.nodeName%3Dconformance-{ns}',
        status: 200,
        has: { items: [{ metadata: { name: 'elsewhere' } }] },
      },
      { do: 'DELETE pods/elsewhere?gracePeriodSeconds=0', status: 200 },
      {
        do: 'POST secrets',
        body: { metadata: { name: 'typed' }, type: 'cluster.x-k8s.io/secret', data: {} },
        status: 201,
      },
      {
        do: 'GET secrets?fieldSelector=type%3Dcluster.x-k8s.io/secret',
        status: 200,
        has: { items: [{ metadata: { name: 'typed' } }] },
      },
      {
        do: 'GET configmaps?fieldSelector=foo%3Dx',
        status: 400,
        message: '"foo" is not a known field selector: only "metadata.name", "metadata.namespace"',
      },
      {
        do: 'GET clusters?fieldSelector=spec.paused%3Dtrue',
        status: 400,
        message: 'field label not supported: spec.paused',
      },
      { do: 'GET configmaps?fieldSelector=metadata.name', status: 400 },
    ],
  },
  {
    name: 'pages show the state of the first, and say what is left',
    steps: [
      {
        do: 'GET /api/v1/namespaces/{ns}/configmaps?limit=1&fieldSelector=metadata.name!%3Dkube-root-ca.crt',
        status: 200,
        has: { kind: 'ConfigMapList', apiVersion: 'v1' },
      },
      {
        do: `GET configmaps?${mine}&limit=2`,
        status: 200,
        has: { items: [{ metadata: { name: 'r1' } }, { metadata: { name: 'r2' } }] },
      },
      {
        do: `GET configmaps?${mine}&limit=2&continue={token}`,
        status: 200,
        has: { metadata: { resourceVersion: '{rv}' }, items: [{ metadata: { name: 'r3' } }] },
        lacks: ['metadata.continue', 'metadata.remainingItemCount'],
      },
      {
        do: `GET configmaps?${mine}&limit=1&resourceVersion=0`,
        status: 200,
        lacks: ['metadata.continue'],
      },
      {
        do: 'GET configmaps?continue=garbage',
        status: 400,
        message: /^invalid continue token: continue key is not valid/,
      },
      { do: 'GET configmaps?limit=x', status: 400 },
      {
        do: `GET configmaps?${mine}&limit=1`,
        status: 200,
      },
      {
        do: 'GET configmaps?limit=1&continue={token}&resourceVersion=5',
        status: 400,
        message: 'specifying resource version is not allowed when using continue',
      },
    ],
  },
  {
    name: 'a resourceVersion that cannot be read at is refused',
    steps: [
      {
        do: 'GET configmaps?resourceVersion=99999999',
        status: 504,
        reason: 'Timeout',
        message: /^Timeout: Too large resource version: 99999999, current: \d+$/,
        has: { details: { retryAfterSeconds: 1 } },
      },
      { do: 'GET configmaps?resourceVersion=abc', status: 400 },
      {
        do: 'GET configmaps?resourceVersionMatch=Exact',
        status: 422,
        causes: ['resourceVersionMatch'],
      },
      {
        do: 'GET configmaps?resourceVersionMatch=Exact&resourceVersion=0',
        status: 422,
        causes: ['resourceVersionMatch'],
      },
      { do: `GET configmaps?${mine}&resourceVersion=0`, status: 200 },
    ],
  },
  {
    name: 'a misspelt namespace lists as empty, an object in it is not found',
    steps: [
      {
        do: 'GET /api/v1/namespaces/no-such-namespace/configmaps',
        status: 200,
        has: { items: [] },
      },
      {
        do: 'GET /api/v1/namespaces/no-such-namespace/configmaps/x',
        status: 404,
        reason: 'NotFound',
        message: 'configmaps "x" not found',
        has: { details: { name: 'x', kind: 'configmaps' } },
      },
      { do: 'GET /api/v1/namespaces/{ns}/no-such-resource', status: 404 },
      { do: 'GET /apis/no-such-group/v1/things', status: 404 },
    ],
  },
  {
    name: 'list items of built-in kinds lack their kind, those of custom kinds have it',
    steps: [
      { do: `GET configmaps?${mine}&limit=1`, status: 200, lacks: ['items.0.kind'] },
      { do: 'POST machinedeployments', body: deployment('item'), status: 201 },
      {
        do: 'GET machinedeployments?fieldSelector=metadata.name%3Ditem',
        status: 200,
        has: {
          kind: 'MachineDeploymentList',
          items: [{ kind: 'MachineDeployment', apiVersion: 'cluster.x-k8s.io/v1beta2' }],
        },
      },
      { do: 'DELETE machinedeployments/item', status: 200 },
    ],
  },
  {
    name: 'a Scale reads and writes the replicas of what scales',
    steps: [
      { do: 'POST machinedeployments', body: deployment('scaled'), status: 201 },
      {
        do: 'GET machinedeployments/scaled/scale',
        status: 200,
        has: {
          kind: 'Scale',
          apiVersion: 'autoscaling/v1',
          spec: { replicas: 2 },
          status: { replicas: 0 },
        },
      },
      {
        do: 'PATCH machinedeployments/scaled/scale',
        type: merge,
        body: { spec: { replicas: 4 } },
        status: 200,
        has: { spec: { replicas: 4 } },
      },
      {
        do: 'PUT machinedeployments/scaled/scale',
        body: {
          apiVersion: 'autoscaling/v1',
          kind: 'Scale',
          metadata: { name: 'scaled', namespace: '{ns}' },
          spec: { replicas: 3 },
        },
        status: 200,
      },
      {
        do: 'PATCH machinedeployments/scaled/scale',
        type: merge,
        body: { spec: { replicas: -1 } },
        status: 422,
        causes: ['.spec.replicas'],
      },
      {
        do: 'PATCH machinedeployments/scaled/scale',
        type: merge,
        body: { metadata: { resourceVersion: '1' }, spec: { replicas: 1 } },
        status: 409,
      },
      {
        do: 'GET machinedeployments/scaled',
        status: 200,
        has: { spec: { replicas: 3 }, metadata: { generation: 3 } },
      },
      { do: 'GET clusters/none/scale', status: 404 },
    ],
  },
  {
    name: 'a client that asks for a Table gets rows',
    steps: [
      {
        do: `GET configmaps?${mine}&limit=1`,
        headers: { accept: table },
        status: 200,
        has: {
          kind: 'Table',
          apiVersion: 'meta.k8s.io/v1',
          columnDefinitions: [{ name: 'Name' }, { name: 'Data' }, { name: 'Age' }],
          rows: [{ object: { kind: 'PartialObjectMetadata', metadata: { name: 'r1' } } }],
        },
      },
      {
        do: 'GET configmaps',
        headers: { accept: 'application/xml' },
        status: 406,
        reason: 'NotAcceptable',
      },
    ],
  },
  {
    name: 'discovery names groups, versions and resources',
    steps: [
      { do: 'GET /version', status: 200, has: { major: '1', minor: '34' } },
      { do: 'GET /readyz', status: 200 },
      { do: 'GET /api', status: 200, has: { kind: 'APIVersions', versions: ['v1'] } },
      { do: 'GET /apis', status: 200, has: { kind: 'APIGroupList' } },
      {
        do: 'GET /apis/cluster.x-k8s.io',
        status: 200,
        has: { kind: 'APIGroup', name: 'cluster.x-k8s.io' },
      },
      {
        do: 'GET /apis/cluster.x-k8s.io/v1beta2',
        status: 200,
        has: { kind: 'APIResourceList', groupVersion: 'cluster.x-k8s.io/v1beta2' },
      },
      {
        do: 'GET configmaps',
        token: 'not-a-token',
        status: 401,
        reason: 'Unauthorized',
        message: 'Unauthorized',
      },
      // The real server may take a request without a token for one of an anonymous user.
      { do: 'GET configmaps', token: '', status: [401, 403] },
    ],
  },
];
