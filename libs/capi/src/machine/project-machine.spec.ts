import { describe, expect, test } from '@jest/globals';
import { Node } from '@slipway/contracts';
import { aMachine, type MachineBuilder } from '../builders/index.js';
import { ResourceIds } from '../ids/index.js';
import { nodeWith, projectMachine, type NodeState } from './index.js';

const ids = new ResourceIds();
const project = projectMachine(ids);

function view(machine: MachineBuilder) {
  const record = project(machine.build());
  if (record === undefined) throw new Error('no record');
  return record.view;
}

describe('the other fields', () => {
  test.each<[string, MachineBuilder, object]>([
    ['a worker', aMachine(), { role: 'worker' }],
    [
      'a control plane by the label with an empty value',
      aMachine().controlPlane(),
      { role: 'control-plane' },
    ],
    [
      'paused by an annotation of any value',
      aMachine().paused('false'),
      { is_reconciliation_paused: true },
    ],
    ['not paused', aMachine(), { is_reconciliation_paused: false }],
    ['deleting', aMachine().deleting(), { is_deleting: true }],
    [
      'a version as it is written',
      aMachine().version('1.36.0+vates.1'),
      { version: '1.36.0+vates.1' },
    ],
    [
      'a Node of another name',
      aMachine('m').node('worker-01'),
      { name: 'm', node_name: 'worker-01' },
    ],
  ])('%s', (_, machine, expected) => {
    expect(view(machine)).toMatchObject(expected);
  });

  test.each<[string, MachineBuilder]>([
    ['is_deleting', aMachine()],
    ['version', aMachine().version('')],
    ['version', aMachine().version(undefined)],
    ['vm_id', aMachine().providerID(undefined)],
    ['node_name', aMachine().unregistered()],
    ['node_name', aMachine().unregistered().node('')],
    ['ips', aMachine().unregistered()],
  ])('%s is omitted when unknown', (key, machine) => {
    expect(view(machine)).not.toHaveProperty(key);
  });

  test('the id comes from the Machine, not from the Node', () => {
    const before = view(aMachine('m').unregistered());
    expect(view(aMachine('m').node('worker-01')).id).toBe(before.id);
    expect(before.id).toBe(ids.nodeId('demo', 'm'));
    expect(before.$cluster).toBe(ids.clusterId('demo'));
  });

  test('spec.clusterName rules over the label', () => {
    const machine = aMachine('m', 'demo').label('cluster.x-k8s.io/cluster-name', 'other');
    expect(project(machine.build())?.cluster).toBe('demo');
  });

  test('the record has what a store needs', () => {
    const machine = aMachine('m').uid('7ddf8a66-b40a-4dd0-9fd3-05c49dd62ab8').resourceVersion('42');
    expect(project(machine.build())).toMatchObject({
      name: 'm',
      cluster: 'demo',
      uid: '7ddf8a66-b40a-4dd0-9fd3-05c49dd62ab8',
      resourceVersion: '42',
    });
  });
});

describe('a Machine with bad parts', () => {
  const raw = aMachine('m').build();

  test.each<[string, object]>([
    ['no status', { status: undefined }],
    ['labels that are text', { metadata: { ...raw.metadata, labels: 'x', annotations: 7 } }],
    ['conditions that are text', { status: { ...raw.status, conditions: 'Ready' } }],
    ['conditions that are null', { status: { ...raw.status, conditions: [null] } }],
    ['addresses that are numbers', { status: { ...raw.status, addresses: [1, null] } }],
    ['a version that is a number', { spec: { ...raw.spec, version: 1.36 } }],
  ])('is still shown: %s', (_, bad) => {
    const record = project({ ...raw, ...bad });
    expect(Node.safeParse(record?.view).success).toBe(true);
  });

  test.each([
    undefined,
    null,
    'm',
    {},
    { ...raw, metadata: undefined },
    { ...raw, metadata: { ...raw.metadata, uid: '' } },
    { ...raw, metadata: { ...raw.metadata, resourceVersion: 7 } },
    { ...raw, spec: { ...raw.spec, clusterName: undefined } },
  ])('gives no record without its identity: %j', (bad) => {
    expect(project(bad)).toBeUndefined();
  });
});

describe('nodeWith', () => {
  const managed = view(aMachine());

  test.each<[string, NodeState | undefined, object]>([
    ['no state', undefined, {}],
    ['unknown states', { is_cordon: undefined, is_draining: undefined }, {}],
    [
      'known false',
      { is_cordon: false, is_draining: false },
      { is_cordon: false, is_draining: false },
    ],
    ['one known', { is_cordon: true, is_draining: undefined }, { is_cordon: true }],
  ])('adds what is known: %s', (_, state, added) => {
    const node = nodeWith(managed, state);
    expect(JSON.stringify(node)).toBe(JSON.stringify({ ...managed, ...added }));
    expect(Object.keys(Node.parse(node))).toEqual(Object.keys(node));
  });
});
