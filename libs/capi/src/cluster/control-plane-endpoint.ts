import { type ClusterObject } from './cluster-object.js';

/** The API server's https URL once host and port are both set; an IPv6 host gets its brackets. */
export function controlPlaneEndpoint(cluster: ClusterObject): string | undefined {
  const { host, port } = cluster.spec?.controlPlaneEndpoint ?? {};
  if (!host || port === undefined) return undefined;
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return `https://${bracketed}:${port}`;
}
