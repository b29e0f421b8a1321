import { type Check } from './check.js';
import { cluster, configMap, merge, pod } from './objects.js';

export const deleteChecks: readonly Check[] = [
  {
    name: 'a deletion keeps its preconditions',
    steps: [
      { do: 'POST clusters', body: cluster('guarded'), status: 201 },
      {
        do: 'DELETE clusters/guarded',
        body: { preconditions: { uid: 'foo' } },
        status: 409,
        reason: 'Conflict',
        message:
          'Operation cannot be fulfilled on Cluster.cluster.x-k8s.io "guarded": the UID in the precondition (foo) does not match the UID in record ({uid}). The object might have been deleted and then recreated',
      },
      {
        do: 'DELETE clusters/guarded',
        body: { preconditions: { resourceVersion: '1' } },
        status: 409,
        reason: 'Conflict',
        message:
          /^Operation cannot be fulfilled on Cluster\.cluster\.x-k8s\.io "guarded": the ResourceVersion in the precondition \(1\) does not match/,
      },
      { do: 'DELETE clusters/guarded?dryRun=All', status: 200 },
      { do: 'GET clusters/guarded', status: 200 },
      {
        do: 'DELETE clusters/guarded?propagationPolicy=Background',
        body: { preconditions: { uid: '{uid}', resourceVersion: '{rv}' } },
        status: 200,
        has: {
          kind: 'Status',
          status: 'Success',
          details: { name: 'guarded', group: 'cluster.x-k8s.io', kind: 'clusters', uid: '{uid}' },
        },
      },
      { do: 'DELETE clusters/guarded', status: 404, reason: 'NotFound' },
      {
        do: 'DELETE configmaps/none?propagationPolicy=Strange',
        status: 422,
        causes: ['propagationPolicy'],
      },
    ],
  },
  {
    name: 'finalizers hold a deleted object until the last one is gone',
    steps: [
      {
        do: 'POST clusters',
        body: cluster('held', { paused: true }, { finalizers: ['a.b/c'] }),
        status: 201,
      },
      {
        do: 'DELETE clusters/held',
        status: 200,
        has: {
          kind: 'Cluster',
          metadata: { deletionGracePeriodSeconds: 0, generation: 2, finalizers: ['a.b/c'] },
        },
      },
      { do: 'DELETE clusters/held', status: 200, has: { metadata: { resourceVersion: '{rv}' } } },
      {
        do: 'PATCH clusters/held',
        type: merge,
        body: { spec: { paused: false } },
        status: 200,
        has: { metadata: { generation: 3 }, spec: { paused: false } },
      },
      {
        do: 'PATCH clusters/held',
        type: merge,
        body: { metadata: { finalizers: ['a.b/c', 'd.e/f'] } },
        status: 422,
        causes: ['metadata.finalizers'],
        message: /found new finalizers \[\]string\{"d\.e\/f"\}/,
      },
      {
        do: 'PATCH clusters/held',
        type: merge,
        body: { metadata: { finalizers: null } },
        status: 200,
        lacks: ['metadata.finalizers'],
      },
      { do: 'GET clusters/held', status: 404 },
    ],
  },
  {
    name: 'a collection is deleted by its selector',
    steps: [
      {
        do: 'POST configmaps',
        body: configMap('swept-1', { labels: { swept: 'yes' } }),
        status: 201,
      },
      {
        do: 'POST configmaps',
        body: configMap('swept-2', { labels: { swept: 'yes' } }),
        status: 201,
      },
      { do: 'POST configmaps', body: configMap('kept', { labels: { swept: 'no' } }), status: 201 },
      {
        do: 'DELETE configmaps?labelSelector=swept%3Dyes',
        status: 200,
        has: { kind: 'ConfigMapList' },
      },
      { do: 'GET configmaps/swept-1', status: 404 },
      { do: 'GET configmaps/kept', status: 200 },
    ],
  },
  {
    name: 'an eviction is accepted once, names its Pod and is 404 for none',
    steps: [
      {
        do: 'POST pods',
        body: pod('evicted', {}, { terminationGracePeriodSeconds: 0 }),
        status: 201,
      },
      {
        do: 'POST pods/evicted/eviction',
        body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'other' } },
        status: 400,
        message: 'name in URL does not match name in Eviction object',
      },
      {
        do: 'POST pods/evicted/eviction',
        body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'evicted' } },
        status: 201,
        has: { kind: 'Status', status: 'Success' },
      },
      {
        do: 'POST pods/no-such-pod/eviction',
        body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'no-such-pod' } },
        status: 404,
        message: 'pods "no-such-pod" not found',
      },
    ],
  },
];
