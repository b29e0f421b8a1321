import { managementKinds } from '../kinds/index.js';
import {
  announceMissingRealServer,
  realApiServer,
  realKubeconfig,
  startSimulator,
  type Target,
} from '../testing/targets.js';

/** Rows for `describe.each`: the simulator, and the real API server where tests were given one. */
export function targetsFor(what: string): [string, () => Target | Promise<Target>][] {
  if (!realKubeconfig) announceMissingRealServer(what);
  return [['the simulator', startSimulator], ...(realKubeconfig ? [real] : [])];
}

const real: [string, () => Target] = ['the real API server', realApiServer];

/** A namespace that nothing else uses; to be dropped when done. */
export async function freshNamespace({ client }: Target): Promise<string> {
  const metadata = { name: `conformance-${Math.random().toString(36).slice(2, 8)}` };
  await client.ask({ method: 'POST', path: '/api/v1/namespaces', body: { metadata } });
  return metadata.name;
}

/** Deletes a namespace with what the checks left in it: a real server without controllers would keep that. */
export async function dropNamespace({ client }: Target, namespace: string): Promise<void> {
  for (const { group, version, plural } of managementKinds.filter(({ namespaced }) => namespaced)) {
    const path = `/${group ? `apis/${group}` : 'api'}/${version}/namespaces/${namespace}/${plural}`;
    await client.ask({ method: 'DELETE', path: `${path}?gracePeriodSeconds=0` });
  }
  await client.ask({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}` });
}
