/** A kubeconfig with one cluster, one user by token and one context; JSON, which is YAML too. */
export function kubeconfig({
  name,
  url,
  token,
  ca,
  user = 'admin',
}: {
  readonly name: string;
  readonly url: string;
  readonly token: string;
  /** PEM; absent for plain http. */
  readonly ca?: string;
  readonly user?: string;
}): string {
  const data =
    ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') };
  const context = `${name}-${user}@${name}`;
  return `${JSON.stringify(
    {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name, cluster: { server: url, ...data } }],
      users: [{ name: `${name}-${user}`, user: { token } }],
      contexts: [{ name: context, context: { cluster: name, user: `${name}-${user}` } }],
      'current-context': context,
    },
    undefined,
    2,
  )}\n`;
}
