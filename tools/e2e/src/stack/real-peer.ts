import { readFileSync } from 'node:fs';
import { connect, findClusterApiCrds, startKubernetes } from '@slipway/kube-apiserver';
import { KubeObjects } from '@slipway/testing';
import { makeNamespace, type Peer } from './peer.js';

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
  const touched = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } };

  /** Per resource the sum of a metric's series with this verb. */
  async function sums(metric: string, verb: string, plurals: readonly string[]) {
    const { body } = await ask({ path: '/metrics' });
    const series = (body as string)
      .split('\n')
      .filter((line) => line.startsWith(`${metric}{`) && line.includes(`verb="${verb}"`));
    return plurals.map((plural) =>
      series
        .filter((line) => line.includes(`resource="${plural}"`))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0),
    );
  }

  return {
    access,
    objects,
    makeNamespace: (name) => makeNamespace(objects, name),
    lists: (...plurals) => sums('apiserver_request_total', 'LIST', plurals),
    async watches() {
      const open = await sums('apiserver_longrunning_requests', 'WATCH', ['clusters', 'machines']);
      return open.reduce((sum, count) => sum + count, 0);
    },
    async forgetHistory() {
      // A fresh server's watch cache begins at the version of its start.
      await kubernetes.restart();
      connection.close();
      connection = connect(access);
    },
    async expireLists() {
      // A compaction spares the newest version, which a list may have.
      const metadata = { annotations: { touched: `${Date.now()}` } };
      await objects.patch(touched, { metadata });
      await kubernetes.compact();
    },
    async stop() {
      objects.close();
      await kubernetes.stop();
    },
  };
}
