import { delimiter } from 'node:path';

/** The real servers that `npm test` has found or started; each is undefined where it is missing. */
export interface RealServers {
  /** The `nats-server` program. */
  readonly natsServer: string | undefined;
  /** A folder with `etcd`, `kube-apiserver` and `kubectl`. */
  readonly kubernetes: string | undefined;
  /** Kubeconfig of the running, shared API server: Cluster API 1.14 and XO kinds, admin's token. */
  readonly kubeconfig: string | undefined;
  /** CRD files of Cluster API 1.13, for a server of one's own. */
  readonly clusterApi13Crds: readonly string[] | undefined;
}

export function realServers(environment = process.env): RealServers {
  const { SLIPWAY_TEST_CAPI_CRDS_1_13: crds } = environment;
  return {
    natsServer: environment['SLIPWAY_TEST_NATS_SERVER'] || undefined,
    kubernetes: environment['SLIPWAY_TEST_KUBERNETES'] || undefined,
    kubeconfig: environment['SLIPWAY_TEST_KUBECONFIG'] || undefined,
    clusterApi13Crds: crds ? crds.split(delimiter) : undefined,
  };
}
