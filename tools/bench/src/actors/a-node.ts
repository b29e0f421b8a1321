import { type Node } from '@slipway/contracts';

/** What B7 asks for: one node, as cluster-api answers it. */
export const aNode: Node = {
  name: 'demo-md-0-abcde',
  role: 'worker',
  status: 'Ready',
  vm_id: '0f1e2d3c-0000-4000-8000-000000000001',
  is_reconciliation_paused: false,
  $cluster: '6a1f1c0e-5d3b-5d2e-9a60-6f1f0c1f7d11',
  id: '7b2f1c0e-5d3b-5d2e-9a60-6f1f0c1f7d12',
  node_name: 'demo-md-0-abcde',
  ips: ['10.30.138.21'],
  version: 'v1.36.8',
  is_cordon: false,
  is_draining: false,
};

export const rawSubject = 'bench.raw';
