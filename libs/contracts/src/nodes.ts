import { z } from 'zod';
import { Fields, ResourceRef } from './common.js';
import { Deletion } from './deletion.js';
import { clusterNotFound, nodeNotFound } from './errors.js';
import { rpc, seconds } from './rpc.js';

/** A node is a Cluster API Machine; keys in the order of the answer. */
export const Node = z.object({
  name: z.string().describe('The Machine.'),
  role: z.enum(['control-plane', 'worker']),
  status: z.string(),
  vm_id: z.string().optional(),
  is_reconciliation_paused: z.boolean(),
  is_deleting: z.literal(true).optional(),
  $cluster: z.uuid(),
  id: z.uuid(),
  node_name: z.string().optional().describe('The registered Kubernetes Node.'),
  ips: z.array(z.string()).optional(),
  version: z.string().optional(),
  is_cordon: z.boolean().optional(),
  is_draining: z.boolean().optional(),
});
export type Node = z.infer<typeof Node>;

/** One node, with what lists leave out: what holds its deletion up. */
export const NodeDetail = Node.extend({ deletion: Deletion.optional() });
export type NodeDetail = z.infer<typeof NodeDetail>;

export const SelectedNode = Node.partial();
export type SelectedNode = z.infer<typeof SelectedNode>;

export const listNodes = rpc({
  subject: 'slipway.v1.cluster-api.nodes.list',
  input: z.strictObject({ fields: Fields }),
  output: z.array(SelectedNode),
  deadline: seconds(10),
  errors: [],
});

export const listClusterNodes = rpc({
  subject: 'slipway.v1.cluster-api.clusters.list-nodes',
  input: z.strictObject({ cluster: ResourceRef, fields: Fields }),
  output: z.array(SelectedNode),
  deadline: seconds(10),
  errors: [clusterNotFound],
});

export const getNode = rpc({
  subject: 'slipway.v1.cluster-api.nodes.get',
  input: z.strictObject({ node: ResourceRef }),
  output: NodeDetail,
  deadline: seconds(10),
  errors: [nodeNotFound],
});
