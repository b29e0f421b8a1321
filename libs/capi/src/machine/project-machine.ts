import { type Deletion, type Node, type NodeDetail } from '@slipway/contracts';
import { deletionOf } from '../deletion/index.js';
import { type IdSource } from '../ids/index.js';
import { fieldsOf, listOf, textOf, type Fields } from '../kubernetes/index.js';
import { ipAddresses } from './addresses.js';
import { Interner } from './interner.js';
import { nodeStatus } from './node-status.js';
import { vmId } from './vm-id.js';

export const controlPlaneLabel = 'cluster.x-k8s.io/control-plane';
export const pausedAnnotation = 'cluster.x-k8s.io/paused';

/** What the workload cluster says of a node. */
export type NodeState = Pick<Node, 'is_cordon' | 'is_draining'>;

/** A node as far as the management cluster knows it. */
export type ManagedNode = Omit<Node, keyof NodeState>;

/** What is kept of a Machine, about half a kilobyte; `cluster` is the Cluster's name. */
export interface MachineRecord {
  readonly name: string;
  readonly cluster: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly view: ManagedNode;
  readonly deletion?: Deletion | undefined;
}

/**
 * Reads Machines of `cluster.x-k8s.io/v1beta2` as the API server sends them; undefined for what is not
 * one. The membership in a cluster is `spec.clusterName`; the label is only a copy.
 */
export function projectMachine(ids: IdSource): (raw: unknown) => MachineRecord | undefined {
  const shared = new Interner();
  return (raw) => {
    const { metadata, spec, status } = fieldsOf(raw);
    const meta = fieldsOf(metadata);
    const name = textOf(meta['name']);
    const uid = textOf(meta['uid']);
    const resourceVersion = textOf(meta['resourceVersion']);
    const clusterName = textOf(fieldsOf(spec)['clusterName']);
    if (!name || !uid || !resourceVersion || !clusterName) return undefined;

    const cluster = shared.text(clusterName);
    const id = ids.nodeId(cluster, name);
    const view = viewOf({ name, id, $cluster: ids.clusterId(cluster), shared }, meta, {
      spec: fieldsOf(spec),
      status: fieldsOf(status),
    });
    const deletion = deletionOf('Machine', raw);
    return { name, cluster, uid, resourceVersion, view, ...(deletion ? { deletion } : undefined) };
  };
}

/** The whole answer; the workload cluster's states only where they are known. */
export function nodeWith(view: ManagedNode, state: NodeState | undefined): Node {
  const node: Node = { ...view };
  if (state?.is_cordon !== undefined) node.is_cordon = state.is_cordon;
  if (state?.is_draining !== undefined) node.is_draining = state.is_draining;
  return node;
}

/** The answer of the detail route: our addition comes last. */
export function nodeDetail(node: Node, { deletion }: Pick<MachineRecord, 'deletion'>): NodeDetail {
  return deletion ? { ...node, deletion } : node;
}

interface Identity {
  readonly name: string;
  readonly id: string;
  readonly $cluster: string;
  readonly shared: Interner;
}

function viewOf(
  { name, id, $cluster, shared }: Identity,
  metadata: Fields,
  { spec, status }: { spec: Fields; status: Fields },
): ManagedNode {
  const vm = vmId(textOf(spec['providerID']));
  const nodeName = textOf(fieldsOf(status['nodeRef'])['name']);
  const ips = ipAddresses(listOf(status['addresses']));
  const version = textOf(spec['version']);
  return {
    name,
    role: controlPlaneLabel in fieldsOf(metadata['labels']) ? 'control-plane' : 'worker',
    status: nodeStatus(status),
    ...(vm === undefined ? undefined : { vm_id: vm }),
    is_reconciliation_paused: pausedAnnotation in fieldsOf(metadata['annotations']),
    ...(textOf(metadata['deletionTimestamp']) === undefined ? undefined : { is_deleting: true }),
    $cluster,
    id,
    ...(nodeName === undefined ? undefined : { node_name: nodeName }),
    ...(ips === undefined ? undefined : { ips }),
    ...(version === undefined ? undefined : { version: shared.text(version) }),
  };
}
