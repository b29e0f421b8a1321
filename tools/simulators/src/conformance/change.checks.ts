import { type Check } from './check.js';
import { apply, cluster, configMap, jsonPatchType, merge, pod, strategic } from './objects.js';

const conflict = (name: string) =>
  `Operation cannot be fulfilled on clusters.cluster.x-k8s.io "${name}": the object has been modified; please apply your changes to the latest version and try again`;
const rejected = 'the server rejected our request due to an error in our request';

export const changeChecks: readonly Check[] = [
  {
    name: 'merge patch: only the spec counts for the generation, and no change keeps the version',
    steps: [
      { do: 'POST clusters', body: cluster('merged'), status: 201 },
      {
        do: 'PATCH clusters/merged',
        type: merge,
        body: { metadata: { labels: { x: 'y' } } },
        status: 200,
        has: { metadata: { generation: 1, labels: { x: 'y' } } },
      },
      {
        do: 'PATCH clusters/merged',
        type: merge,
        body: { metadata: { labels: { x: 'y' } } },
        status: 200,
        has: { metadata: { resourceVersion: '{rv}' } },
      },
      {
        do: 'PATCH clusters/merged',
        type: merge,
        body: {
          status: { phase: 'Pending' },
          spec: { paused: null, controlPlaneEndpoint: { host: 'h', port: 1 } },
        },
        status: 200,
        has: {
          metadata: { generation: 2 },
          spec: { controlPlaneEndpoint: { host: 'h', port: 1 } },
        },
        lacks: ['spec.paused', 'status'],
      },
      {
        do: 'PATCH clusters/merged?dryRun=All',
        type: merge,
        body: { spec: { paused: true } },
        status: 200,
        has: { metadata: { generation: 3, resourceVersion: '{rv}' } },
      },
      { do: 'GET clusters/merged', status: 200, has: { metadata: { generation: 2 } } },
    ],
  },
  {
    name: 'a patch with an old resourceVersion is a conflict, with the current one it is not',
    steps: [
      { do: 'POST clusters', body: cluster('locked'), status: 201 },
      {
        do: 'PATCH clusters/locked',
        type: merge,
        body: {
          metadata: { resourceVersion: '1' },
          spec: { paused: null, controlPlaneEndpoint: { port: 2 } },
        },
        status: 409,
        reason: 'Conflict',
        message: conflict('locked'),
        has: { details: { name: 'locked', group: 'cluster.x-k8s.io', kind: 'clusters' } },
      },
      { do: 'GET clusters/locked', status: 200 },
      {
        do: 'PATCH clusters/locked',
        type: merge,
        body: { metadata: { resourceVersion: '{rv}', labels: { a: 'b' } } },
        status: 200,
      },
      {
        do: 'PATCH clusters/locked',
        type: jsonPatchType,
        body: [
          { op: 'replace', path: '/metadata/resourceVersion', value: '1' },
          { op: 'replace', path: '/spec/paused', value: false },
        ],
        status: 409,
        reason: 'Conflict',
      },
    ],
  },
  {
    name: 'JSON patch: escapes, copy and move work; a failed test or a missing path is 422',
    steps: [
      { do: 'POST clusters', body: cluster('pointed'), status: 201 },
      {
        do: 'PATCH clusters/pointed',
        type: jsonPatchType,
        body: [
          { op: 'test', path: '/spec/paused', value: true },
          { op: 'add', path: '/metadata/annotations', value: { 'a/b': 'y' } },
          { op: 'replace', path: '/metadata/annotations/a~1b', value: 'z' },
          { op: 'copy', from: '/metadata/annotations/a~1b', path: '/metadata/annotations/c' },
          { op: 'move', from: '/metadata/annotations/c', path: '/metadata/annotations/d' },
        ],
        status: 200,
        has: { metadata: { annotations: { 'a/b': 'z', d: 'z' } } },
        lacks: ['metadata.annotations.c'],
      },
      ...[
        [{ op: 'test', path: '/spec/paused', value: false }],
        [{ op: 'remove', path: '/spec/nope/deep' }],
        [{ op: 'add', path: '/metadata/labels/x', value: 'y' }],
        [{ op: 'frob', path: '/spec/paused', value: true }],
      ].map((body) => ({
        do: 'PATCH clusters/pointed',
        type: jsonPatchType,
        body,
        status: 422,
        reason: 'Invalid',
        message: rejected,
      })),
      { do: 'PATCH clusters/pointed', type: jsonPatchType, body: { x: 1 }, status: 400 },
    ],
  },
  {
    name: 'faults of a patch: strict, schema, identity, type',
    steps: [
      { do: 'POST clusters', body: cluster('faulty'), status: 201 },
      {
        do: 'PATCH clusters/faulty?fieldValidation=Strict',
        type: merge,
        body: { spec: { foo: true } },
        status: 422,
        reason: 'Invalid',
        message:
          /^ "" is invalid: patch: Invalid value: .*strict decoding error: unknown field "spec\.foo"$/,
        causes: ['patch'],
      },
      {
        do: 'PATCH clusters/faulty',
        type: merge,
        body: { spec: { foo: true } },
        status: 200,
        warning: 'unknown field \\"spec.foo\\"',
      },
      {
        do: 'PATCH clusters/faulty',
        type: merge,
        body: { spec: { paused: 'x' } },
        status: 422,
        causes: ['spec.paused', '<nil>'],
      },
      {
        do: 'PATCH clusters/faulty',
        type: merge,
        body: { metadata: { labels: { a: 5 } } },
        status: 422,
        causes: ['patch'],
      },
      {
        do: 'PATCH clusters/faulty',
        type: merge,
        body: { metadata: { uid: '1' } },
        status: 422,
        causes: ['metadata.uid'],
      },
      {
        do: 'PATCH clusters/faulty',
        type: merge,
        body: { metadata: { name: 'other' } },
        status: 400,
        message: 'the name of the object (other) does not match the name on the URL (faulty)',
      },
      {
        do: 'PATCH clusters/faulty',
        type: merge,
        body: { kind: 'Foo' },
        status: 422,
        causes: ['kind'],
      },
      { do: 'PATCH clusters/faulty', type: merge, body: [1], status: 400 },
      { do: 'PATCH clusters/faulty', type: merge, body: 'gar', status: 400 },
      {
        do: 'PATCH clusters/faulty',
        type: strategic,
        body: { spec: {} },
        status: 415,
        reason: 'UnsupportedMediaType',
      },
      { do: 'PATCH clusters/faulty', type: 'application/json', body: {}, status: 415 },
      {
        do: 'PATCH clusters/absent',
        type: merge,
        body: {},
        status: 404,
        message: 'clusters.cluster.x-k8s.io "absent" not found',
      },
    ],
  },
  {
    name: 'server-side apply: 415 where fields have no owners, done where they have',
    steps: [
      {
        do: 'PATCH configmaps/applied?fieldManager=conformance',
        type: apply,
        body: configMap('applied'),
        status: [415, 201],
      },
    ],
  },
  {
    name: 'status and spec are written apart',
    steps: [
      { do: 'POST clusters', body: cluster('parted'), status: 201 },
      {
        do: 'PATCH clusters/parted/status',
        type: merge,
        body: {
          status: { phase: 'Pending' },
          spec: { paused: false },
          metadata: { labels: { q: 'q' } },
        },
        status: 200,
        has: { status: { phase: 'Pending' }, spec: { paused: true }, metadata: { generation: 1 } },
        lacks: ['metadata.labels'],
      },
      {
        do: 'PATCH clusters/parted/status',
        type: merge,
        body: { status: { phase: 'Lost' } },
        status: 422,
        message:
          /status\.phase: Unsupported value: "Lost": supported values: "Pending", "Provisioning"/,
      },
      { do: 'GET clusters/parted/status', status: 200, has: { kind: 'Cluster' } },
      {
        do: 'PUT clusters/parted',
        body: {
          ...cluster('parted', { paused: false }, { resourceVersion: '{rv}' }),
          status: { phase: 'Failed' },
        },
        status: 200,
        has: { spec: { paused: false }, status: { phase: 'Pending' }, metadata: { generation: 2 } },
      },
      { do: 'GET configmaps/none/status', status: 404 },
    ],
  },
  {
    name: 'an update insists on the version it saw',
    steps: [
      { do: 'POST clusters', body: cluster('put'), status: 201 },
      {
        do: 'PUT clusters/put',
        body: cluster('put', { paused: false }, { resourceVersion: '1' }),
        status: 409,
        message: conflict('put'),
      },
      {
        do: 'PUT clusters/put',
        body: cluster('put'),
        status: 422,
        causes: ['metadata.resourceVersion'],
      },
      { do: 'PUT clusters/put', body: cluster('other'), status: 400 },
      { do: 'GET clusters/put', status: 200 },
      {
        do: 'PUT clusters/put',
        body: cluster('put', { paused: false }, { resourceVersion: '{rv}', uid: 'another' }),
        status: 409,
        reason: 'Conflict',
        message: /UID in precondition: another/,
      },
      {
        do: 'PUT clusters/put/status',
        body: cluster('put', { paused: true }, { resourceVersion: '1' }),
        status: 409,
      },
      { do: 'PUT clusters/none', body: cluster('none', {}, { resourceVersion: '1' }), status: 404 },
      { do: 'POST configmaps', body: configMap('unconditional'), status: 201 },
      {
        do: 'PUT configmaps/unconditional',
        body: { ...configMap('unconditional'), data: { c: 'd' } },
        status: 200,
        has: { data: { c: 'd' } },
        lacks: ['data.a'],
      },
    ],
  },
  {
    name: 'strategic merge joins containers by name',
    steps: [
      {
        do: 'POST pods',
        body: pod(
          'joined',
          { labels: { a: 'b' } },
          {
            containers: [
              { name: 'a', image: '1' },
              { name: 'b', image: '2' },
            ],
          },
        ),
        status: 201,
      },
      {
        do: 'PATCH pods/joined',
        type: strategic,
        body: {
          metadata: { labels: { a: null, c: 'd' } },
          spec: { containers: [{ name: 'b', image: '3' }] },
        },
        status: 200,
        has: {
          metadata: { labels: { c: 'd' } },
          spec: {
            containers: [
              { name: 'a', image: '1' },
              { name: 'b', image: '3' },
            ],
          },
        },
        lacks: ['metadata.labels.a'],
      },
      {
        do: 'PATCH pods/joined',
        type: strategic,
        body: { metadata: { finalizers: ['a.b/c'] } },
        status: 200,
        has: { metadata: { finalizers: ['a.b/c'] } },
      },
      {
        do: 'PATCH pods/joined',
        type: strategic,
        body: { metadata: { finalizers: ['d.e/f'] } },
        status: 200,
        has: { metadata: { finalizers: ['d.e/f', 'a.b/c'] } },
      },
      {
        do: 'PATCH pods/joined',
        type: strategic,
        body: { metadata: { '$deleteFromPrimitiveList/finalizers': ['a.b/c', 'd.e/f'] } },
        status: 200,
        lacks: ['metadata.finalizers'],
      },
      { do: 'DELETE pods/joined?gracePeriodSeconds=0', status: 200, has: { kind: 'Pod' } },
    ],
  },
];
