import { at, open, string, type Kind, type KubeObject } from '../api/index.js';
import { ageColumn, column, conditionStatus, itemsOf } from './columns.js';
import {
  configMapFields,
  eventFields,
  nodeSpec,
  nodeStatus,
  podSpec,
  secretFields,
} from './core-schemas.js';
import { whole } from './metadata-schema.js';

const core = {
  group: '',
  version: 'v1',
  namespaced: true,
  custom: false,
  generation: false,
  status: false,
} as const;

const namespace: Kind = {
  ...core,
  kind: 'Namespace',
  plural: 'namespaces',
  shortNames: ['ns'],
  namespaced: false,
  status: true,
  returnsDeleted: true,
  schema: whole({ spec: open(), status: open({ phase: string() }) }),
  columns: [column('Status', 'string', 'status.phase'), ageColumn],
  initialise: (object) => {
    const labels = { 'kubernetes.io/metadata.name': object.metadata.name };
    object.metadata.labels = { ...object.metadata.labels, ...labels };
    object.spec = { finalizers: ['kubernetes'] };
    object.status = { phase: 'Active' };
  },
};

const secret: Kind = {
  ...core,
  kind: 'Secret',
  plural: 'secrets',
  schema: whole(secretFields),
  columns: [column('Type', 'string', 'type'), dataCount(), ageColumn],
  fields: { type: (object) => String(object['type'] ?? '') },
  normalise: (object) => {
    object['type'] ??= 'Opaque';
    const plain = Object.entries((object['stringData'] ?? {}) as Record<string, string>);
    delete object['stringData'];
    if (plain.length === 0) return;
    const coded = plain.map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
    object['data'] = { ...(object['data'] as object | undefined), ...Object.fromEntries(coded) };
  },
};

const configMap: Kind = {
  ...core,
  kind: 'ConfigMap',
  plural: 'configmaps',
  shortNames: ['cm'],
  schema: whole(configMapFields),
  columns: [dataCount(), ageColumn],
};

const node: Kind = {
  ...core,
  kind: 'Node',
  plural: 'nodes',
  shortNames: ['no'],
  namespaced: false,
  status: true,
  statusAtCreation: true,
  schema: whole({ spec: nodeSpec, status: nodeStatus }),
  fields: { 'spec.unschedulable': ({ spec }) => String(spec?.['unschedulable'] ?? false) },
  columns: [
    { name: 'Status', type: 'string', cell: nodeStatusText },
    { name: 'Roles', type: 'string', cell: nodeRoles },
    ageColumn,
    column('Version', 'string', 'status.nodeInfo.kubeletVersion'),
    {
      name: 'Internal-IP',
      type: 'string',
      priority: 1,
      cell: (object) =>
        itemsOf(object, 'status', 'addresses').find(({ type }) => type === 'InternalIP')?.[
          'address'
        ],
    },
  ],
  // False is the zero value: the real server leaves it out.
  normalise: ({ spec }) => {
    if (spec?.['unschedulable'] === false) delete spec['unschedulable'];
  },
};

const pod: Kind = {
  ...core,
  kind: 'Pod',
  plural: 'pods',
  shortNames: ['po'],
  generation: true,
  status: true,
  returnsDeleted: true,
  schema: whole({ 'spec!': podSpec, status: open({ phase: string() }) }),
  fields: {
    'spec.nodeName': ({ spec }) => String(spec?.['nodeName'] ?? ''),
    'status.phase': ({ status }) => String(status?.['phase'] ?? ''),
  },
  columns: [
    { name: 'Ready', type: 'string', cell: readyContainers },
    { name: 'Status', type: 'string', cell: podStatusText },
    { name: 'Restarts', type: 'integer', cell: () => 0 },
    ageColumn,
    column('IP', 'string', 'status.podIP', 1),
    column('Node', 'string', 'spec.nodeName', 1),
  ],
  initialise: (object) => {
    object.spec = {
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      ...object.spec,
    };
    object.status = { phase: 'Pending' };
  },
};

const event: Kind = {
  ...core,
  kind: 'Event',
  plural: 'events',
  shortNames: ['ev'],
  schema: whole(eventFields),
  fields: {
    'involvedObject.name': (object) => String(at(object, 'involvedObject', 'name') ?? ''),
    reason: (object) => String(object['reason'] ?? ''),
    type: (object) => String(object['type'] ?? ''),
  },
  columns: [
    column('Last Seen', 'date', 'lastTimestamp'),
    column('Type', 'string', 'type'),
    column('Reason', 'string', 'reason'),
    column('Object', 'string', 'involvedObject.name'),
    column('Message', 'string', 'message'),
  ],
};

export const coreKinds: readonly Kind[] = [namespace, secret, configMap, node, pod, event];

function dataCount(): Kind['columns'][number] {
  return {
    name: 'Data',
    type: 'integer',
    cell: (object) => Object.keys((object['data'] ?? {}) as object).length,
  };
}

function nodeStatusText(object: KubeObject): string {
  const ready = { True: 'Ready', False: 'NotReady' }[String(conditionStatus(object, 'Ready'))];
  const cordoned = object.spec?.['unschedulable'] === true ? ',SchedulingDisabled' : '';
  return `${ready ?? 'Unknown'}${cordoned}`;
}

function nodeRoles({ metadata }: KubeObject): string {
  const prefix = 'node-role.kubernetes.io/';
  const roles = Object.keys(metadata.labels ?? {}).filter((label) => label.startsWith(prefix));
  return roles.map((label) => label.slice(prefix.length)).join(',') || '<none>';
}

function readyContainers(object: KubeObject): string {
  const all = itemsOf(object, 'spec', 'containers').length;
  const ready = itemsOf(object, 'status', 'containerStatuses').filter(
    (one) => one['ready'] === true,
  );
  return `${ready.length}/${all}`;
}

function podStatusText({ metadata, status }: KubeObject): string {
  if (metadata.deletionTimestamp) return 'Terminating';
  const phase = String(status?.['phase'] ?? 'Unknown');
  return phase === 'Succeeded' ? 'Completed' : phase;
}
