/** A kubeconfig's text; `cluster` and `user` are entries of the file, by their own names. */
export function aKubeconfig({
  server,
  cluster = {},
  user = {},
}: {
  readonly server: string;
  readonly cluster?: Readonly<Record<string, unknown>>;
  readonly user?: Readonly<Record<string, unknown>>;
}): string {
  // JSON is YAML.
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'admin@demo',
    contexts: [{ name: 'admin@demo', context: { cluster: 'demo', user: 'admin' } }],
    clusters: [{ name: 'demo', cluster: { server, ...cluster } }],
    users: [{ name: 'admin', user }],
  });
}
