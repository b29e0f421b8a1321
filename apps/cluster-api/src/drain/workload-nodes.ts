import { type DrainPod, type EvictionOutcome, evictionOf, projectDrainPod } from '@slipway/capi';
import { nodeNotFound, outcomeUnknown, workloadUnavailable } from '@slipway/contracts';
import {
  listAll,
  mergePatch,
  nodes,
  pods,
  resourcePath,
  StatusError,
  type Workload,
  type WorkloadConnections,
  WorkloadError,
} from '@slipway/kube';
import { type ReadKubeconfig } from '../workload/index.js';
import { type NodeTarget } from './node-targets.js';

/** How often a cordon whose outcome nobody knows is sent again; it is the same whenever it arrives. */
const MOST_TRIES = 3;

export interface WorkloadNodesOptions {
  readonly connections: WorkloadConnections;
  readonly readKubeconfig: ReadKubeconfig;
  /** Milliseconds for one operation: the kubeconfig, a list or a few writes. */
  readonly deadline: number;
}

/** Nodes and their Pods in workload clusters, each operation with the kubeconfig of that moment. */
export class WorkloadNodes {
  constructor(private readonly options: WorkloadNodesOptions) {}

  /** Throws `workloadUnavailable`; what `work` throws goes through. */
  async within<T>(
    { cluster }: NodeTarget,
    signal: AbortSignal,
    work: (workload: Workload) => Promise<T>,
  ): Promise<T> {
    const { connections, readKubeconfig, deadline } = this.options;
    const operation = {
      readKubeconfig: (bounded: AbortSignal) => readKubeconfig(cluster, bounded),
      signal,
      deadline,
    };
    try {
      return await connections.withCluster(cluster, operation, work);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof WorkloadError)) throw error;
      throw workloadUnavailable({ cluster, because: error.because }, error);
    }
  }

  /** Touches nothing but `unschedulable`, without a version: heartbeats change Nodes all the time. */
  async setUnschedulable(
    { rest, signal }: Workload,
    { node }: NodeTarget,
    unschedulable: boolean,
  ): Promise<void> {
    const path = resourcePath(nodes, { name: node });
    const patch = { spec: { unschedulable: unschedulable ? true : null } };
    for (let tries = 1; ; tries++) {
      const outcome = await mergePatch(rest, { path, patch, signal });
      if (outcome.outcome === 'accepted') return;
      if (outcome.outcome === 'rejected') {
        if (outcome.status.code === 404) throw nodeNotFound({ node });
        throw outcome.status;
      }
      signal.throwIfAborted();
      if (tries === MOST_TRIES) {
        const what = `${unschedulable ? 'the cordon' : 'the uncordon'} of node "${node}"`;
        throw outcomeUnknown({ what, because: outcome.because });
      }
    }
  }

  async exists({ rest, signal }: Workload, { node }: NodeTarget): Promise<boolean> {
    try {
      await rest.get(resourcePath(nodes, { name: node }), { signal });
      return true;
    } catch (error) {
      if (error instanceof StatusError && error.code === 404) return false;
      throw error;
    }
  }

  podsOf({ rest, signal }: Workload, { node }: NodeTarget): Promise<DrainPod[]> {
    const query = { fieldSelector: `spec.nodeName=${node}` };
    return listAll({ rest, path: resourcePath(pods), query, signal }, projectDrainPod);
  }

  evict({ rest, signal }: Workload, pod: DrainPod): Promise<EvictionOutcome> {
    const { namespace, name } = pod;
    const path = resourcePath(pods, { namespace, name, subresource: 'eviction' });
    return rest.write({ method: 'POST', path, body: evictionOf(pod), signal });
  }
}
