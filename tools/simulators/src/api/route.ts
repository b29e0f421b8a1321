import { type Kind } from './kind.js';
import { type Access } from './users.js';

export interface Route {
  readonly kind: Kind;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** `/api/v1/…` and `/apis/<group>/<version>/…`, with or without `namespaces/<ns>/`. */
export function route(kinds: readonly Kind[], path: string): Route | undefined {
  const found = /^\/(?:api|apis\/([^/]+))\/([^/]+)\/(.+)$/.exec(path);
  if (!found) return undefined;
  const [, group = '', version, rest = ''] = found;
  const parts = rest.split('/').map(decodeURIComponent);
  const of = (plural: string | undefined, namespaced: boolean) =>
    kinds.find(
      (kind) =>
        kind.group === group &&
        kind.version === version &&
        kind.plural === plural &&
        kind.namespaced === namespaced,
    );
  if (parts[0] === 'namespaces' && parts.length > 2) {
    const [, namespace, plural, name, subresource, tooMuch] = parts;
    const kind = of(plural, true);
    if (kind && tooMuch === undefined) return { kind, namespace, name, subresource };
  }
  const [plural, name, subresource, tooMuch] = parts;
  const kind = of(plural, false);
  if (kind && tooMuch === undefined) return { kind, namespace: undefined, name, subresource };
  // A namespaced kind without a namespace can be listed and watched, nothing else.
  const everywhere = parts.length === 1 ? of(plural, true) : undefined;
  return (
    everywhere && {
      kind: everywhere,
      namespace: undefined,
      name: undefined,
      subresource: undefined,
    }
  );
}

const verbs: Readonly<Record<string, readonly [one: string, all: string]>> = {
  GET: ['get', 'list'],
  POST: ['create', 'create'],
  PUT: ['update', 'update'],
  PATCH: ['patch', 'patch'],
  DELETE: ['delete', 'deletecollection'],
};

export function accessOf(method: string, watch: boolean, where: Route): Access {
  const [one = method.toLowerCase(), all = one] = verbs[method] ?? [];
  const verb = where.name === undefined ? all : one;
  const { kind, subresource, namespace, name } = where;
  return {
    verb: verb === 'list' && watch ? 'watch' : verb,
    resource: subresource === undefined ? kind.plural : `${kind.plural}/${subresource}`,
    group: kind.group,
    namespace,
    name,
  };
}
