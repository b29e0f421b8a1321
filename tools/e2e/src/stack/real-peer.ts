import { readFileSync } from 'node:fs';
import { connect, findClusterApiCrds, startKubernetes } from '@slipway/kube-apiserver';
import { KubeObjects } from '@slipway/testing';
import { type Peer } from './peer.js';

const namespace = 'test';

/** A kube-apiserver of one's own, since its history is going to be forgotten under others' feet. */
export async function startRealPeer(assets: string): Promise<Peer> {
  const crds = await findClusterApiCrds('1.14');
  if (!crds) throw new Error('the CRDs of Cluster API are missing');
  const kubernetes = await startKubernetes({
    assets,
    crds: crds.filter((file) => /_(clusters|machines)\.yaml$/.test(file)),
    // Else `continue` tokens are served from a cache that a compaction doesn't reach.
    apiServerArgs: ['--feature-gates=ListFromCacheSnapshot=false'],
  });
  const { url, token } = kubernetes;
  const access = { url, token, ca: readFileSync(kubernetes.caFile, 'utf8') };
  let connection = connect(access);
  const ask: KubeObjects['ask'] = (question) => connection.ask(question);
  const objects = new KubeObjects({ url, ask, close: () => connection.close() });
  const home = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
  await objects.create(home);

  /** The sum of a metric's series whose labels contain all of these. */
  async function metric(name: string, ...labels: readonly string[]): Promise<number> {
    const { body } = await ask({ path: '/metrics' });
    return (body as string)
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) && labels.every((each) => line.includes(each)))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  }
  const watchesOf = (plural: string) =>
    metric('apiserver_longrunning_requests', `resource="${plural}"`, 'verb="WATCH"');

  return {
    access,
    objects,
    namespace,
    lists: (plural) => metric('apiserver_request_total', `resource="${plural}"`, 'verb="LIST"'),
    watches: async () => (await watchesOf('clusters')) + (await watchesOf('machines')),
    async forgetHistory() {
      // A fresh server's watch cache begins at the version of its start.
      await kubernetes.restart();
      connection.close();
      connection = connect(access);
    },
    async expireLists() {
      // A compaction spares the newest version, which a list may have.
      const metadata = { annotations: { touched: `${Date.now()}` } };
      await objects.patch(home, { metadata });
      await kubernetes.compact();
    },
    async stop() {
      objects.close();
      await kubernetes.stop();
    },
  };
}
