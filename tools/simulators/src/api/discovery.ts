import { apiVersionOf, type Kind } from './kind.js';
import { type Tree } from './kube-object.js';

/** What the simulator says it is; the suffix tells people and programs that it is not the real one. */
export const version: Tree = {
  major: '1',
  minor: '34',
  gitVersion: 'v1.34.4-sim',
  gitCommit: '',
  gitTreeState: 'simulated',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: 'simulator',
};

/** Answers a discovery path; undefined when the path is none. */
export function discovery(kinds: readonly Kind[], path: string): Tree | undefined {
  const versions = [...new Set(kinds.map(apiVersionOf))];
  const groups = [...new Set(kinds.map(({ group }) => group))].filter((group) => group !== '');
  if (path === '/version') return version;
  if (path === '/api')
    return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] };
  if (path === '/apis')
    return {
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: groups.map((group) => groupOf(kinds, group)),
    };
  if (path === '/openapi/v3')
    return {
      paths: Object.fromEntries(
        versions.map((one) => {
          const name = `${one.includes('/') ? 'apis' : 'api'}/${one}`;
          return [name, { serverRelativeURL: `/openapi/v3/${name}` }];
        }),
      ),
    };
  const [, openapi, name = ''] = /^(\/openapi\/v3)?\/apis?\/([^/]+(?:\/[^/]+)?)$/.exec(path) ?? [];
  const own = kinds.filter((kind) => apiVersionOf(kind) === name);
  if (openapi && own.length > 0) return openApi(own);
  if (own.length > 0)
    return {
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion: name,
      resources: own.flatMap(resourcesOf),
    };
  return groups.includes(name)
    ? { kind: 'APIGroup', apiVersion: 'v1', ...groupOf(kinds, name) }
    : undefined;
}

function groupOf(kinds: readonly Kind[], name: string): Tree {
  const all = kinds.filter(({ group }) => group === name).map(({ version: one }) => one);
  const versions = [...new Set(all)].map((one) => ({
    groupVersion: `${name}/${one}`,
    version: one,
  }));
  return { name, versions, preferredVersion: versions[0] };
}

const allVerbs = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];

function resourcesOf(kind: Kind): Tree[] {
  const { plural, namespaced, shortNames = [] } = kind;
  const sub = (name: string, more: Tree) => ({
    name: `${plural}/${name}`,
    singularName: '',
    namespaced,
    kind: kind.kind,
    verbs: ['get', 'patch', 'update'],
    ...more,
  });
  return [
    {
      name: plural,
      singularName: kind.kind.toLowerCase(),
      namespaced,
      kind: kind.kind,
      verbs: allVerbs,
      ...(shortNames.length > 0 ? { shortNames } : {}),
      ...(kind.custom ? { categories: ['cluster-api'] } : {}),
    },
    ...(kind.status ? [sub('status', {})] : []),
    ...(kind.scale ? [sub('scale', { group: 'autoscaling', version: 'v1', kind: 'Scale' })] : []),
    ...(kind.kind === 'Pod'
      ? [sub('eviction', { group: 'policy', version: 'v1', kind: 'Eviction', verbs: ['create'] })]
      : []),
  ];
}

/** The least that kubectl reads: that PATCH takes `fieldValidation`, so that it leaves validation to us. */
function openApi(kinds: readonly Kind[]): Tree {
  const parameter = { name: 'fieldValidation', in: 'query', schema: { type: 'string' } };
  const paths = kinds.map((kind) => {
    const { group, version: one, plural } = kind;
    const path = `/${group ? 'apis' : 'api'}/${apiVersionOf(kind)}/${plural}/{name}`;
    const patch = {
      parameters: [parameter],
      responses: { 200: { description: 'OK' } },
      'x-kubernetes-action': 'patch',
      'x-kubernetes-group-version-kind': { group, version: one, kind: kind.kind },
    };
    return [path, { patch }];
  });
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes API simulator', version: '1.34.4-sim' },
    paths: Object.fromEntries(paths),
  };
}
