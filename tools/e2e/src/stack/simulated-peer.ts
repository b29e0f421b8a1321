import { admin, managementKinds, startApiServer } from '@slipway/simulators';
import { connect } from '@slipway/kube-apiserver';
import { KubeObjects } from '@slipway/testing';
import { makeNamespace, type Peer } from './peer.js';

const token = 'simulated-admin';

/** `expiredByStatus`: a watch from a forgotten version is 410 as a status, not as an event in a 200. */
export async function startSimulatedPeer({
  expiredByStatus = false,
}: { readonly expiredByStatus?: boolean } = {}): Promise<Peer> {
  const server = await startApiServer({
    name: 'peer',
    kinds: managementKinds,
    users: { [token]: admin() },
    expiredByStatus,
  });
  const kubeconfig = JSON.parse(server.kubeconfig(token)) as {
    clusters: [{ cluster: { 'certificate-authority-data': string } }];
  };
  const ca = Buffer.from(
    kubeconfig.clusters[0].cluster['certificate-authority-data'],
    'base64',
  ).toString();
  const access = { url: server.url, ca, token };
  const objects = new KubeObjects(connect(access));
  return {
    access,
    objects,
    makeNamespace: (name) => makeNamespace(objects, name),
    lists: async (...plurals) => plurals.map((each) => server.requests.get(`list ${each}`) ?? 0),
    watches: async () => server.openWatches,
    forgetHistory: async () => server.compact(),
    expireLists: async () => server.expireContinueTokens(),
    async stop() {
      objects.close();
      await server.close();
    },
  };
}
