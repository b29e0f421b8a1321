import { type Kind } from './kind.js';
import { StatusError } from './status.js';

/** What a request wants to do, in RBAC's words. */
export interface Access {
  readonly verb: string;
  /** `pods`, `pods/eviction`. */
  readonly resource: string;
  readonly group: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

export interface User {
  readonly name: string;
  readonly may: (access: Access) => boolean;
}

export const admin = (name = 'admin'): User => ({ name, may: () => true });

/** Reads everything, changes nothing. */
export const viewer = (name = 'viewer'): User => ({
  name,
  may: ({ verb }) => ['get', 'list', 'watch'].includes(verb),
});

/** 403 in the words of RBAC. */
export function forbidden(user: User, access: Access, kind?: Kind): StatusError {
  const { verb, resource, group, namespace, name } = access;
  const [plural = resource] = resource.split('/');
  const called = `${group ? `${plural}.${group}` : plural}${name === undefined ? '' : ` "${name}"`}`;
  const where =
    namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  return new StatusError(
    403,
    'Forbidden',
    `${called} is forbidden: User "${user.name}" cannot ${verb} resource "${resource}" in API group "${group}" ${where}`,
    {
      details: {
        ...(name === undefined ? {} : { name }),
        ...(group ? { group } : {}),
        kind: kind?.plural ?? plural,
      },
    },
  );
}
