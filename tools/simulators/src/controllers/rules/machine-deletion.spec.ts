import { describe, expect, test } from '@jest/globals';
import { aMachine, anObject, aScene, conditions, deletedAt, named } from '../testing/scenes.js';
import { machineDeletion, mayCleanUp } from './machine-deletion.js';
import { type Drain, type Scene } from './scene.js';

const controlPlane = anObject('KubeadmControlPlane', 'cp');
const set = anObject('MachineSet', 'ms');
const other = aMachine('other', controlPlane);
const node = anObject('Node', 'node-1');

const machine = (annotations: Record<string, string> = {}, owner = set) =>
  aMachine('m', owner, {
    metadata: { deletionTimestamp: deletedAt, annotations },
    status: { nodeRef: { name: 'node-1' } },
  });

const drained = (state: Drain) => new Map([['node-1', state]]);
const done = drained({ done: true, message: '' });

const scene = (parts: Partial<Scene['workload']> = {}, more: Partial<Scene> = {}): Scene =>
  aScene({
    controlPlane,
    machines: [other],
    infraMachines: named(anObject('XOMachine', 'm')),
    workload: { nodes: named(node), connected: true, drains: new Map(), ...parts },
    ...more,
  });

const going = anObject('Cluster', 'demo', { metadata: { deletionTimestamp: deletedAt } });
const hook = (kind: string) => ({ [`${kind}.delete.hook.machine.cluster.x-k8s.io/mine`]: '' });
const exclude = (what: string) => ({ [`machine.cluster.x-k8s.io/exclude-${what}`]: '' });

describe('the deletion of a Machine', () => {
  test.each([
    ['hooks come first', machine(hook('pre-drain')), scene(), 'WaitingForPreDrainHook'],
    ['then the drain', machine(), scene(), 'DrainingNode'],
    [
      'which may be left out',
      machine(exclude('node-draining')),
      scene({}, { passed: () => false }),
      'WaitingForVolumeDetach',
    ],
    [
      'then the volumes',
      machine(),
      scene({ drains: done }, { passed: () => false }),
      'WaitingForVolumeDetach',
    ],
    [
      'then hooks again',
      machine(hook('pre-terminate')),
      scene({ drains: done }),
      'WaitingForPreTerminateHook',
    ],
    [
      'then the virtual machine',
      machine(),
      scene({ drains: done }),
      'WaitingForInfrastructureDeletion',
    ],
    [
      'then the Node',
      machine(),
      scene({ drains: done }, { infraMachines: new Map() }),
      'DeletingNode',
    ],
    [
      'then it is over',
      machine(),
      scene({ nodes: new Map() }, { infraMachines: new Map() }),
      'DeletionCompleted',
    ],
    [
      'a Cluster that goes is not drained',
      machine(),
      scene({}, { cluster: going }),
      'WaitingForInfrastructureDeletion',
    ],
    [
      'nor is the last control plane',
      machine({}, controlPlane),
      scene({}, { machines: [] }),
      'WaitingForInfrastructureDeletion',
    ],
    [
      'nor what can’t be reached',
      machine(),
      scene({ connected: false }),
      'WaitingForInfrastructureDeletion',
    ],
  ])('%s', (_, subject, seen, reason) => {
    expect(machineDeletion(seen, subject).reason).toBe(reason);
  });

  test('says what a drain is blocked by, and since when it goes on', () => {
    const { message, status } = machineDeletion(
      scene({ drains: drained({ done: false, message: 'web-1 is protected' }) }),
      machine(),
    );
    expect(message).toBe('web-1 is protected');
    expect(status).toEqual({ nodeDrainStartTime: '2026-10-22T10:00:00Z' });
  });

  test('asks for the Node to go only at its turn', () => {
    expect(machineDeletion(scene({ drains: done }), machine()).node).toBeUndefined();
    const last = scene({ drains: done }, { infraMachines: new Map() });
    expect(machineDeletion(last, machine()).node).toBe('node-1');
  });
});

describe('a control plane lets its Machine go', () => {
  const cleanup = { 'pre-terminate.delete.hook.machine.cluster.x-k8s.io/kcp-cleanup': '' };
  const waiting = (name: string, at: string, annotations: Record<string, string> = cleanup) =>
    aMachine(name, controlPlane, {
      metadata: { deletionTimestamp: at, annotations },
      status: { conditions: conditions('Deleting=True:WaitingForPreTerminateHook') },
    });
  const first = waiting('first', '2026-10-22T09:00:00Z');
  const second = waiting('second', '2026-10-22T09:10:00Z');
  const gone = waiting('gone', '2026-10-22T08:00:00Z', {});
  const dying = anObject('KubeadmControlPlane', 'cp', {
    metadata: { deletionTimestamp: deletedAt },
  });

  test.each([
    ['the one that waits longest', [first, second, other], first, controlPlane, true],
    ['one after the other', [first, second, other], second, controlPlane, false],
    ['not while one is on its way', [gone, first, other], first, controlPlane, false],
    ['all at once when all go', [first, second], second, dying, true],
    [
      'not before it waits for that',
      [other],
      aMachine('m', controlPlane, {
        metadata: { annotations: cleanup, deletionTimestamp: deletedAt },
      }),
      controlPlane,
      false,
    ],
  ])('%s', (_, machines, subject, plane, may) => {
    const all = machines.includes(subject) ? machines : [...machines, subject];
    expect(mayCleanUp(aScene({ machines: all, controlPlane: plane }), subject)).toBe(may);
  });
});
