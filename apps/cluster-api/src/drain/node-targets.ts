import { kinds } from '@slipway/capi';
import { nodeNotFound, nodeUnregistered } from '@slipway/contracts';
import { type ManagementObjects } from '../changes/index.js';
import { type ForManagingClusterMachines, type ForManagingClusterResources } from '../ports.js';

/** The Kubernetes Node behind a Machine of a cluster. */
export interface NodeTarget {
  readonly cluster: string;
  /** Name of the Node in its workload cluster. */
  readonly node: string;
}

/** Finds Nodes by a fresh read of their Machine: what the cache knows may be of yesterday's Machine. */
export class NodeTargets {
  constructor(
    private readonly clusters: ForManagingClusterResources,
    private readonly machines: ForManagingClusterMachines,
    private readonly objects: ManagementObjects,
  ) {}

  /** Throws `clusterNotFound`, `nodeNotFound`, `nodeUnregistered`, `managementUnavailable`. */
  async find(cluster: string, node: string, signal: AbortSignal): Promise<NodeTarget> {
    const { name } = this.clusters.get(cluster);
    const known = this.machines.get(node);
    const machine = await this.objects.read(kinds.machine, known.name, signal);
    if (known.cluster !== name || machine?.spec?.clusterName !== name) throw nodeNotFound({ node });
    const registered = machine.status?.nodeRef?.name;
    if (!registered) throw nodeUnregistered({ node });
    return { cluster: name, node: registered };
  }
}
