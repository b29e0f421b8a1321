import {
  attachedNodes,
  type MachineRecord,
  type NodeState,
  projectAttachment,
  projectDeparture,
  projectVolume,
  projectWorkloadNode,
  workloadStates,
} from '@slipway/capi';
import { type Volume, workloadUnavailable } from '@slipway/contracts';
import {
  listAll,
  nodes,
  persistentVolumes,
  pods,
  type Resource,
  resourcePath,
  SharedReads,
  volumeAttachments,
  type Workload,
  type WorkloadConnections,
  WorkloadError,
} from '@slipway/kube';
import { type Logger } from '@slipway/service';
import { type ForManagingWorkloadResources } from '../ports.js';

interface RawVolumes {
  readonly volumes: readonly unknown[];
  readonly attachments: readonly { readonly volume: string; readonly node: string }[];
}

/** Where kubeconfigs come from; rejects with a WorkloadError. */
export type ReadKubeconfig = (cluster: string, signal: AbortSignal) => Promise<string>;

/**
 * Reads workload clusters: each list once per cluster and operation, Nodes and Pods side by side,
 * volumes and attachments likewise. Equal reads at the same time are one.
 */
export class WorkloadClient implements ForManagingWorkloadResources {
  readonly #shared = new SharedReads();

  constructor(
    private readonly connections: WorkloadConnections,
    private readonly readKubeconfig: ReadKubeconfig,
    private readonly logger: Logger,
  ) {}

  nodeStates(cluster: string, signal: AbortSignal): Promise<ReadonlyMap<string, NodeState>> {
    return this.#read('states', cluster, signal, async (workload) => {
      const [known, departures] = await Promise.all([
        list(workload, nodes, projectWorkloadNode),
        list(workload, pods, projectDeparture).catch((error: unknown) => {
          workload.signal.throwIfAborted();
          // Nodes alone still say who is cordoned.
          this.logger.debug({ cluster, error }, 'Pods of a workload cluster could not be listed');
          return undefined;
        }),
      ]);
      return workloadStates({ nodes: known, departures });
    });
  }

  async volumes(
    cluster: string,
    machines: readonly MachineRecord[],
    signal: AbortSignal,
  ): Promise<Volume[]> {
    const read = await this.#read(
      'volumes',
      cluster,
      signal,
      async (workload): Promise<RawVolumes> => {
        const [volumes, attachments] = await Promise.all([
          list(workload, persistentVolumes, (raw) => raw),
          list(workload, volumeAttachments, projectAttachment),
        ]);
        return { volumes, attachments };
      },
    );
    const attached = attachedNodes(
      read.attachments,
      machines.map(({ view }) => view),
    );
    return read.volumes.flatMap((raw) => projectVolume(raw, attached) ?? []);
  }

  async #read<T>(
    what: string,
    cluster: string,
    signal: AbortSignal,
    work: (workload: Workload) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#shared.read(`${what} ${cluster}`, signal, (shared) =>
        this.connections.withCluster(
          cluster,
          { readKubeconfig: (bounded) => this.readKubeconfig(cluster, bounded), signal: shared },
          work,
        ),
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof WorkloadError)) throw error;
      throw workloadUnavailable({ cluster, because: error.because }, error);
    }
  }
}

function list<T>(
  { rest, signal }: Workload,
  resource: Resource,
  project: (raw: unknown) => T | undefined,
): Promise<T[]> {
  return listAll({ rest, path: resourcePath(resource), signal }, project);
}
