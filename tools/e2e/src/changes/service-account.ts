import { type KubeObjects } from '@slipway/testing';

/** A rule of a Role. */
export interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

const rbac = 'rbac.authorization.k8s.io';

/** Makes a ServiceAccount that has these rights in its namespace and no other; gives a token for it. */
export async function serviceAccount(
  objects: KubeObjects,
  { namespace, name, rules }: { namespace: string; name: string; rules: readonly Rule[] },
): Promise<{ token: string }> {
  const metadata = { name, namespace };
  await objects.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata });
  await objects.create({ apiVersion: `${rbac}/v1`, kind: 'Role', metadata, rules });
  await objects.create({
    apiVersion: `${rbac}/v1`,
    kind: 'RoleBinding',
    metadata,
    roleRef: { apiGroup: rbac, kind: 'Role', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  });
  const { status, body } = await objects.ask({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} },
  });
  if (status >= 300)
    throw new Error(`no token for ServiceAccount ${name}: ${JSON.stringify(body)}`);
  return { token: (body as { status: { token: string } }).status.token };
}
