import { type Check } from './check.js';
import { cluster, configMap, pod } from './objects.js';

const qualifiedCluster = 'clusters.cluster.x-k8s.io';
const trailer = '<nil>';
const endless = 'a'.repeat(513);

export const createChecks: readonly Check[] = [
  {
    name: 'a creation sets identity, generation 1 and no status',
    steps: [
      {
        do: 'POST clusters',
        body: {
          ...cluster('born', { paused: true }, { uid: 'mine', generation: 7 }),
          status: { phase: 'Pending' },
        },
        status: 201,
        has: {
          metadata: { name: 'born', namespace: '{ns}', generation: 1 },
          spec: { paused: true },
        },
        lacks: ['status', 'metadata.deletionTimestamp'],
      },
      {
        do: 'POST clusters',
        body: cluster('born'),
        status: 409,
        reason: 'AlreadyExists',
        message: `${qualifiedCluster} "born" already exists`,
        has: { details: { name: 'born', group: 'cluster.x-k8s.io', kind: 'clusters' } },
      },
    ],
  },
  {
    name: 'a creation without kind and apiVersion takes those of the URL, for built-in kinds',
    steps: [
      {
        do: 'POST configmaps',
        body: { metadata: { name: 'plain' } },
        status: 201,
        has: { kind: 'ConfigMap', apiVersion: 'v1' },
        lacks: ['metadata.generation'],
      },
    ],
  },
  {
    name: 'generateName gets five characters',
    steps: [
      {
        do: 'POST configmaps?dryRun=All',
        body: { ...configMap(''), metadata: { generateName: 'gen-' } },
        status: 201,
        has: { metadata: { generateName: 'gen-' } },
        lacks: ['metadata.resourceVersion'],
      },
      { do: 'GET configmaps?fieldSelector=metadata.name%3Dgen-', status: 200, has: { items: [] } },
    ],
  },
  {
    name: 'a dry run judges and keeps nothing',
    steps: [
      { do: 'POST clusters?dryRun=All', body: cluster('dry'), status: 201 },
      { do: 'GET clusters/dry', status: 404, reason: 'NotFound' },
      {
        do: 'POST clusters?dryRun=All',
        body: cluster('dry', { paused: 'no' }),
        status: 422,
        reason: 'Invalid',
      },
      {
        do: 'POST clusters?dryRun=Some',
        body: cluster('dry'),
        status: 422,
        message:
          'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Some"]: supported values: "All"',
      },
    ],
  },
  {
    name: 'unknown and duplicate fields: refused when strict, else pruned with a warning',
    steps: [
      {
        do: 'POST clusters?fieldValidation=Strict',
        body: cluster('strict', {
          paused: true,
          foo: 1,
          controlPlaneRef: { apiGroup: 'a.b', kind: 'K', name: 'n', bar: 1 },
        }),
        status: 400,
        reason: 'BadRequest',
        message:
          /^Cluster in version "v1beta2" cannot be handled as a Cluster: strict decoding error: .*unknown field "spec\.foo"/,
      },
      {
        do: 'POST clusters?fieldValidation=Strict',
        body: '{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Cluster","metadata":{"name":"twice"},"spec":{"paused":true,"paused":true}}',
        status: 400,
        message:
          'Cluster in version "v1beta2" cannot be handled as a Cluster: strict decoding error: duplicate field "spec.paused"',
      },
      {
        do: 'POST clusters?fieldValidation=Strict',
        body: cluster('strict', { paused: true }, { colour: 'red' }),
        status: 400,
        message: /unknown field "metadata\.colour"/,
      },
      {
        do: 'POST clusters',
        body: cluster('loose', { paused: true, foo: 1 }),
        status: 201,
        lacks: ['spec.foo'],
        warning: '299 - "unknown field \\"spec.foo\\""',
      },
      {
        do: 'POST clusters?fieldValidation=Ignore',
        body: cluster('looser', { paused: true, foo: 1 }),
        status: 201,
        lacks: ['spec.foo'],
      },
      {
        do: 'POST clusters?fieldValidation=Strange',
        body: cluster('x'),
        status: 422,
        reason: 'Invalid',
      },
      {
        do: 'POST pods?fieldValidation=Strict',
        body: pod('strict', {}, { foo: 1 }),
        status: 400,
        message:
          'Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.foo"',
      },
    ],
  },
  {
    name: 'a schema fault is 422 with a cause for each field',
    steps: [
      {
        do: 'POST clusters',
        body: cluster('wrong', {
          paused: 'yes',
          controlPlaneEndpoint: { host: endless, port: 70000 },
          controlPlaneRef: { apiGroup: 'a.b', kind: '1K' },
          clusterNetwork: { pods: { cidrBlocks: [] }, serviceDomain: '' },
          availabilityGates: [{ conditionType: 'A' }, { conditionType: 'A', polarity: 'Sideways' }],
        }),
        status: 422,
        reason: 'Invalid',
        message: /^Cluster\.cluster\.x-k8s\.io "wrong" is invalid: \[/,
        causes: [
          'spec.paused',
          'spec.controlPlaneEndpoint.host',
          'spec.controlPlaneEndpoint.port',
          'spec.controlPlaneRef.kind',
          'spec.controlPlaneRef.name',
          'spec.clusterNetwork.pods.cidrBlocks',
          'spec.clusterNetwork.serviceDomain',
          'spec.availabilityGates[1]',
          'spec.availabilityGates[1].polarity',
          trailer,
        ],
      },
      {
        do: 'POST clusters',
        body: cluster('wrong', {}),
        status: 422,
        message:
          'Cluster.cluster.x-k8s.io "wrong" is invalid: spec: Invalid value: 0: spec in body should have at least 1 properties',
      },
      {
        do: 'POST clusters',
        body: cluster('wrong', { clusterNetwork: { apiServerPort: 'x' } }),
        status: 422,
        message:
          'Cluster.cluster.x-k8s.io "wrong" is invalid: [spec.clusterNetwork.apiServerPort: Invalid value: "string": spec.clusterNetwork.apiServerPort in body must be of type integer: "string", <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation]',
      },
      {
        do: 'POST clusters',
        body: cluster('wrong', null),
        status: 422,
        causes: ['spec', trailer],
      },
      {
        do: 'POST clusters',
        body: cluster('wrong', { paused: null }),
        status: 422,
        causes: ['spec'],
      },
      { do: 'POST clusters', body: cluster('A_b'), status: 422, causes: ['metadata.name'] },
      { do: 'POST clusters', body: cluster(''), status: 422, causes: ['metadata.name', trailer] },
      {
        do: 'POST clusters',
        body: cluster('wrong', { paused: true }, { labels: { a: 'b c' } }),
        status: 422,
        causes: ['metadata.labels'],
      },
    ],
  },
  {
    name: 'what is no such object is 400, and what has no such place 404',
    steps: [
      { do: 'POST clusters', body: 'garbage', status: 400, reason: 'BadRequest' },
      { do: 'POST clusters', body: '{"kind":', status: 400, reason: 'BadRequest' },
      {
        do: 'POST clusters',
        body: { ...cluster('x'), apiVersion: 'cluster.x-k8s.io/v1' },
        status: 400,
        message:
          'the API version in the data (cluster.x-k8s.io/v1) does not match the expected API version (cluster.x-k8s.io/v1beta2)',
      },
      {
        do: 'POST clusters',
        body: { ...cluster('x'), kind: 'Machine' },
        status: 422,
        causes: ['kind'],
      },
      {
        do: 'POST clusters',
        body: cluster('x', { paused: true }, { namespace: 'elsewhere' }),
        status: 400,
        message:
          'the namespace of the provided object does not match the namespace sent on the request',
      },
      {
        do: 'POST /apis/cluster.x-k8s.io/v1beta2/namespaces/no-such-namespace/clusters',
        body: cluster('x'),
        status: 404,
        message: 'namespaces "no-such-namespace" not found',
      },
      { do: 'POST configmaps', body: { ...configMap('x'), data: { a: 5 } }, status: 400 },
      { do: 'POST pods', body: pod('x', {}, { nodeName: 5 }), status: 400, reason: 'BadRequest' },
      {
        do: 'POST pods',
        body: pod('x', {}, { containers: [] }),
        status: 422,
        causes: ['spec.containers'],
      },
      { do: 'POST clusters', body: cluster('x'), type: 'text/plain', status: 415 },
      { do: 'PUT configmaps', body: configMap('x'), status: 405, reason: 'MethodNotAllowed' },
    ],
  },
  {
    name: 'a Secret turns stringData into data and is Opaque by default',
    steps: [
      {
        do: 'POST secrets',
        body: { metadata: { name: 'hidden' }, stringData: { value: 'hello' } },
        status: 201,
        has: { type: 'Opaque', data: { value: 'aGVsbG8=' } },
        lacks: ['stringData'],
      },
    ],
  },
];
