import { describe, expect, test } from '@jest/globals';
import { aNode, aPod } from '../builders/index.js';
import { type NodeState } from '../machine/index.js';
import {
  aggregate,
  projectDeparture,
  projectWorkloadNode,
  stateOf,
  workloadStates,
} from './index.js';

const read = (nodes: readonly unknown[], pods: readonly unknown[] | undefined) =>
  Object.fromEntries(
    workloadStates({
      nodes: nodes.flatMap((node) => projectWorkloadNode(node) ?? []),
      departures: pods?.flatMap((pod) => projectDeparture(pod) ?? []),
    }),
  );

const open = aNode('open').build();
const cordoned = aNode('cordoned').cordoned().build();
const leaving = (node: string) => aPod('web-1').onNode(node).deleting();

describe('workloadStates', () => {
  test.each([
    ['no Pods at all', [], false],
    ['a Pod that stays', [aPod('web-1').onNode('cordoned').build()], false],
    ['a Pod that leaves another Node', [leaving('open').build()], false],
    ['a deleted Pod that was never assigned', [aPod('web-1').deleting().build()], false],
    ['a Pod that leaves', [leaving('cordoned').build()], true],
    [
      'a DaemonSet Pod that leaves',
      [leaving('cordoned').ownedBy('DaemonSet', 'cni').build()],
      true,
    ],
    ['a mirror Pod that leaves', [leaving('cordoned').mirror().build()], true],
    ['a finished Pod that leaves', [leaving('cordoned').phase('Succeeded').build()], true],
    ['Pods that could not be read', undefined, undefined],
  ])('a cordoned Node with %s', (_, pods, is_draining) => {
    expect(read([cordoned], pods)).toEqual({ cordoned: { is_cordon: true, is_draining } });
  });

  test.each([
    ['a Pod that leaves', [leaving('open').build()]],
    ['Pods that could not be read', undefined],
  ])('a Node that takes Pods never drains, with %s', (_, pods) => {
    expect(read([open], pods)).toEqual({ open: { is_cordon: false, is_draining: false } });
  });

  test('an uncordoned Node, unschedulable: false, takes Pods', () => {
    const node = { ...open, spec: { unschedulable: false } };
    expect(read([node], [])).toEqual({ open: { is_cordon: false, is_draining: false } });
  });

  test.each([undefined, null, 'node', {}, { metadata: null }, { metadata: { name: '' } }])(
    'what is no Node is left out: %j',
    (raw) => {
      expect(projectWorkloadNode(raw)).toBeUndefined();
      expect(projectDeparture(raw)).toBeUndefined();
    },
  );
});

describe('stateOf', () => {
  const states = workloadStates({
    nodes: [{ name: 'worker-1', unschedulable: true }],
    departures: [],
  });

  test.each([
    ['registered', { node_name: 'worker-1' }, { is_cordon: true, is_draining: false }],
    ['not registered', {}, undefined],
    ['whose Node is missing', { node_name: 'worker-2' }, undefined],
  ])('a Machine %s', (_, machine, expected) => {
    expect(stateOf(machine, states)).toEqual(expected);
  });
});

describe('aggregate', () => {
  const yes: NodeState = { is_cordon: true, is_draining: true };
  const no: NodeState = { is_cordon: false, is_draining: false };
  const half: NodeState = { is_cordon: true, is_draining: undefined };

  test.each<[string, (NodeState | undefined)[], NodeState]>([
    ['no Machine at all', [], { is_cordon: undefined, is_draining: undefined }],
    ['all false', [no, no], { is_cordon: false, is_draining: false }],
    ['one true', [no, yes], { is_cordon: true, is_draining: true }],
    ['one true beside an unknown', [undefined, yes], { is_cordon: true, is_draining: true }],
    ['false beside an unknown', [no, undefined], { is_cordon: undefined, is_draining: undefined }],
    ['all unknown', [undefined], { is_cordon: undefined, is_draining: undefined }],
    ['Pods unread, one cordoned', [no, half], { is_cordon: true, is_draining: undefined }],
    ['Pods unread, none cordoned', [no, no], { is_cordon: false, is_draining: false }],
  ])('%s', (_, states, expected) => {
    expect(aggregate(states)).toStrictEqual(expected);
  });
});
