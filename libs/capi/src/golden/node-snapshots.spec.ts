import { describe, expect, test } from '@jest/globals';
import { SelectedNode } from '@slipway/contracts';
import { aMachine } from '../builders/index.js';
import { type IdSource } from '../ids/index.js';
import { projectMachine } from '../machine/index.js';

const clusterId = '0e04c4ca-a211-5ad7-942c-81be590bbf25';
const nodeId = '8cb11b09-43c5-55eb-b108-33c662179d95';
const ids: IdSource = { clusterId: () => clusterId, nodeId: () => nodeId };

describe('node snapshots of the event stream', () => {
  const vm = '6b4967fc-cab4-4d90-a581-a09c8894c3da';
  const ready = aMachine('demo-worker-abc')
    .vm(vm)
    .node('worker-01')
    .addresses(['InternalIP', '10.30.138.21'], ['Hostname', 'worker-01']);
  const head = '{"name":"demo-worker-abc","role":"worker"';
  const place = `"$cluster":"${clusterId}","id":"${nodeId}"`;
  const registered = `${place},"node_name":"worker-01","ips":["10.30.138.21"]}`;

  test.each([
    {
      scenario: 'created',
      raw: ready.unregistered('Provisioning').providerID(undefined),
      text: `${head},"status":"Provisioning","is_reconciliation_paused":false,${place}}`,
    },
    {
      scenario: 'updated',
      raw: ready.unregistered('Provisioned'),
      text: `${head},"status":"Provisioned","vm_id":"${vm}","is_reconciliation_paused":false,${place}}`,
    },
    {
      scenario: 'ready',
      raw: ready,
      text: `${head},"status":"Ready","vm_id":"${vm}","is_reconciliation_paused":false,${registered}`,
    },
    {
      scenario: 'not ready',
      raw: ready.nodeReady('False'),
      text: `${head},"status":"NotReady","vm_id":"${vm}","is_reconciliation_paused":false,${registered}`,
    },
    {
      scenario: 'paused',
      raw: ready.paused(),
      text: `${head},"status":"Ready","vm_id":"${vm}","is_reconciliation_paused":true,${registered}`,
    },
    {
      scenario: 'deleting',
      raw: ready.deleting().phase('Deleting').condition('Ready', 'False'),
      text: `${head},"status":"Ready","vm_id":"${vm}","is_reconciliation_paused":false,"is_deleting":true,${registered}`,
    },
  ])('$scenario', ({ raw, text }) => {
    // The published snapshots lack the version, which REST has.
    const { version, ...published } = { ...projectMachine(ids)(raw.build())?.view };
    expect(version).toBe('v1.36.8');
    expect(JSON.stringify(published)).toBe(text);
    expect(JSON.stringify(SelectedNode.parse(JSON.parse(text)))).toBe(text);
  });
});
