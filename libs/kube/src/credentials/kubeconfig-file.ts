import { z } from 'zod';
import { KubeconfigError } from './kubeconfig-error.js';
import { readYaml } from './read-yaml.js';

const text = z.string().nullish();

const ClusterEntry = z.looseObject({
  server: z.string(),
  'certificate-authority': text,
  'certificate-authority-data': text,
  'insecure-skip-tls-verify': z.boolean().nullish(),
  'tls-server-name': text,
  'proxy-url': text,
});
export type ClusterEntry = z.infer<typeof ClusterEntry>;

const ExecEntry = z.looseObject({
  apiVersion: text,
  command: z.string().min(1),
  args: z.array(z.string()).nullish(),
  env: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
  installHint: text,
  interactiveMode: text,
});
export type ExecEntry = z.infer<typeof ExecEntry>;

const UserEntry = z.looseObject({
  token: text,
  tokenFile: text,
  'client-certificate': text,
  'client-certificate-data': text,
  'client-key': text,
  'client-key-data': text,
  username: text,
  password: text,
  as: text,
  'as-uid': text,
  'as-groups': z.array(z.string()).nullish(),
  'as-user-extra': z.record(z.string(), z.unknown()).nullish(),
  exec: ExecEntry.nullish(),
  'auth-provider': z.looseObject({ name: z.string() }).nullish(),
});
export type UserEntry = z.infer<typeof UserEntry>;

const named = <K extends string, S extends z.ZodType>(key: K, entry: S) =>
  z.array(
    z.looseObject({ name: z.string(), [key]: entry } as { name: z.ZodString } & Record<K, S>),
  );

const KubeconfigFile = z.looseObject({
  'current-context': z.string(),
  contexts: named('context', z.looseObject({ cluster: z.string(), user: z.string().nullish() })),
  clusters: named('cluster', z.unknown()),
  users: named('user', z.unknown()).nullish(),
});

/** The one cluster and user that the current context names. */
export interface ChosenContext {
  readonly cluster: ClusterEntry;
  readonly user: UserEntry;
}

/** Reads a kubeconfig's current context; entries that it doesn't name aren't looked at. */
export function chosenContext(source: string): ChosenContext {
  const file = checked(KubeconfigFile, parsed(source), '');
  const current = file['current-context'];
  if (current === '') throw new KubeconfigError('the kubeconfig names no current context');
  const context = file.contexts.find(({ name }) => name === current)?.context;
  if (!context) throw new KubeconfigError(`the kubeconfig has no context "${current}"`);
  const cluster = file.clusters.find(({ name }) => name === context.cluster);
  if (!cluster) throw new KubeconfigError(`the kubeconfig has no cluster "${context.cluster}"`);
  const user = context.user ? file.users?.find(({ name }) => name === context.user) : { user: {} };
  if (!user) throw new KubeconfigError(`the kubeconfig has no user "${context.user}"`);
  return {
    cluster: checked(ClusterEntry, cluster.cluster, 'cluster.'),
    user: checked(UserEntry, user.user ?? {}, 'user.'),
  };
}

function parsed(source: string): unknown {
  try {
    return readYaml(source);
  } catch {
    throw new KubeconfigError('not a kubeconfig: it is not valid YAML');
  }
}

function checked<S extends z.ZodType>(schema: S, value: unknown, under: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path.join('.') ?? '';
  throw new KubeconfigError(
    path === ''
      ? 'not a kubeconfig: it is not an object'
      : `not a kubeconfig: ${under}${path} is missing or of the wrong type`,
  );
}
