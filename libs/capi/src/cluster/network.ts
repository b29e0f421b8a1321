import { type Cluster } from '@slipway/contracts';
import { type ClusterObject } from './cluster-object.js';

type Network = Pick<
  Cluster,
  'api_server_port' | 'pod_cidr_blocks' | 'service_cidr_blocks' | 'service_domain'
>;

/**
 * The fields of `spec.clusterNetwork`: the port the API server binds (6443 unless set), not the public
 * one of the endpoint; lists and a domain that are empty are undefined. Source: VMK Engine.
 */
export function network(cluster: ClusterObject): Network {
  const { apiServerPort, pods, services, serviceDomain } = cluster.spec?.clusterNetwork ?? {};
  return {
    api_server_port: apiServerPort ?? 6443,
    pod_cidr_blocks: filled(pods?.cidrBlocks),
    service_cidr_blocks: filled(services?.cidrBlocks),
    service_domain: serviceDomain || undefined,
  };
}

function filled(blocks: string[] | undefined): string[] | undefined {
  return blocks && blocks.length > 0 ? blocks : undefined;
}
