import { type Volume } from '@slipway/contracts';
import { fieldsOf, known, textOf } from '../kubernetes/index.js';
import { type ManagedNode } from '../machine/index.js';

/** A PersistentVolume that CSI reports as attached to a Node; both by name. */
export interface Attachment {
  readonly volume: string;
  readonly node: string;
}

/**
 * Reads a VolumeAttachment as the API server sends it; undefined unless it is attached now and names a
 * PersistentVolume (inline volumes belong to a Pod and are not listed).
 */
export function projectAttachment(raw: unknown): Attachment | undefined {
  const { spec, status } = fieldsOf(raw);
  const { source, nodeName } = fieldsOf(spec);
  const volume = textOf(fieldsOf(source)['persistentVolumeName']);
  const node = textOf(nodeName);
  if (fieldsOf(status)['attached'] !== true || !volume || !node) return undefined;
  return { volume, node };
}

export type AttachedNode = Volume['attached_nodes'][number];

/** What is needed of a cluster's Machines to name the nodes that volumes are attached to. */
export type AttachableMachine = Pick<ManagedNode, 'id' | 'node_name' | 'vm_id'>;

/**
 * The Nodes each volume is attached to, by the volume's name, in the order of the attachments. A Node
 * without a Machine has neither id nor vm_id. Source: VMK Engine, `attached_nodes`.
 */
export function attachedNodes(
  attachments: Iterable<Attachment>,
  machines: Iterable<AttachableMachine>,
): Map<string, AttachedNode[]> {
  const byNode = new Map(Array.from(machines, (machine) => [machine.node_name, machine]));
  const attached = new Map<string, AttachedNode[]>();
  for (const { volume, node } of attachments) {
    const nodes = attached.get(volume) ?? [];
    attached.set(volume, nodes);
    if (nodes.some(({ node_name }) => node_name === node)) continue;
    const machine = byNode.get(node);
    nodes.push(known({ id: machine?.id, node_name: node, vm_id: machine?.vm_id }));
  }
  return attached;
}
