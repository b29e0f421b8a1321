import {
  admin,
  apiVersionOf,
  startApiServer,
  viewer,
  type ApiServer,
  type Kind,
  type KubeObject,
} from '../api/index.js';
import { managementKinds, workloadClusterKinds } from '../kinds/index.js';
import { planClusters } from './plan.js';
import { commonObjects, simulateCluster } from './world.js';

export interface WorldOptions {
  /** Where Cluster API's objects live. Default `capi-system`. */
  readonly namespace?: string;
  /** Of the management API. Default: any free port. */
  readonly port?: number;
  /** Default 3. */
  readonly clusters?: number;
  /** Default 3 a cluster. */
  readonly controlPlanes?: number;
  /** Default 5 a cluster. */
  readonly workers?: number;
}

export interface World {
  readonly management: ApiServer;
  /** Each cluster's own API server, by the cluster's name. */
  readonly workloads: ReadonlyMap<string, ApiServer>;
  /** Of the management API, as an administrator. */
  readonly kubeconfig: string;
  /** The same as somebody who may only read. */
  readonly viewerKubeconfig: string;
  close(): Promise<void>;
}

/** Bearer tokens of a world that is no secret: it listens on loopback and holds nothing real. */
const adminToken = 'simulated-admin';
const viewerToken = 'simulated-viewer';

/** Starts a simulated management cluster and, behind its kubeconfig Secrets, its workload clusters. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { namespace = 'capi-system', port } = options;
  const now = new Date();
  const users = { [adminToken]: admin(), [viewerToken]: viewer() };
  const started: ApiServer[] = [];
  const start = async (name: string, kinds: readonly Kind[], at?: number) => {
    const server = await startApiServer({
      name,
      kinds,
      users,
      ...(at === undefined ? {} : { port: at }),
    });
    started.push(server);
    return server;
  };
  const close = async () => void (await Promise.all(started.map((server) => server.close())));
  try {
    const management = await start('management', managementKinds, port);
    seed(management, managementKinds, commonObjects(namespace, now));
    const workloads = new Map<string, ApiServer>();
    for (const plan of planClusters(options)) {
      const cluster = simulateCluster(plan, { namespace, now });
      const workload = await start(plan.name, workloadClusterKinds);
      seed(workload, workloadClusterKinds, cluster.inside);
      const secret = cluster.kubeconfigSecret(workload.kubeconfig(adminToken));
      seed(management, managementKinds, [...cluster.objects, secret]);
      workloads.set(plan.name, workload);
    }
    return {
      management,
      workloads,
      kubeconfig: management.kubeconfig(adminToken),
      viewerKubeconfig: management.kubeconfig(viewerToken),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Puts objects into a server as they are, with status, owners and dates. */
export function seed(
  { store }: ApiServer,
  kinds: readonly Kind[],
  objects: readonly KubeObject[],
): void {
  const byType = new Map(kinds.map((kind) => [`${apiVersionOf(kind)}/${kind.kind}`, kind]));
  for (const object of objects) {
    const kind = byType.get(`${object.apiVersion}/${object.kind}`);
    if (!kind) throw new Error(`the simulator serves no ${object.apiVersion} ${object.kind}`);
    store.write(kind, object);
  }
}
