import { admin, startApiServer, type ApiServer } from '../../api/index.js';
import { workloadClusterKinds } from '../../kinds/index.js';
import { type WorkloadCluster, type WorkloadClusters } from '../workload-clusters.js';

const token = 'workload-admin';

/** API servers that hold what is put into them; nothing moves in them by itself. */
export class PlainWorkloads implements WorkloadClusters {
  readonly #servers = new Map<string, ApiServer>();

  of(uid: string | undefined): ApiServer {
    const server = this.#servers.get(uid ?? '');
    if (!server) throw new Error(`no workload API of the cluster ${uid}`);
    return server;
  }

  get count(): number {
    return this.#servers.size;
  }

  kubeconfig(uid: string | undefined): string {
    return this.of(uid).kubeconfig(token);
  }

  async open({ name, uid }: WorkloadCluster): Promise<string> {
    if (!this.#servers.has(uid)) await this.#start(name, uid);
    return this.kubeconfig(uid);
  }

  async close({ uid }: Pick<WorkloadCluster, 'uid'>): Promise<void> {
    const server = this.#servers.get(uid);
    this.#servers.delete(uid);
    await server?.close();
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#servers.keys()].map((uid) => this.close({ uid })));
  }

  async #start(name: string, uid: string): Promise<void> {
    const kinds = workloadClusterKinds;
    const server = await startApiServer({ name, kinds, users: { [token]: admin() }, tls: false });
    this.#servers.set(uid, server);
  }
}
