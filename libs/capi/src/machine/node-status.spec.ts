import { describe, expect, test } from '@jest/globals';
import { aMachine, type MachineBuilder } from '../builders/index.js';
import { nodeStatus } from './node-status.js';

const statusOf = (machine: MachineBuilder) => nodeStatus(machine.build().status);

describe('nodeStatus', () => {
  test.each<[string, MachineBuilder, string]>([
    ['NodeReady True', aMachine().nodeReady('True'), 'Ready'],
    ['NodeReady False', aMachine().nodeReady('False'), 'NotReady'],
    ['NodeReady Unknown', aMachine().nodeReady('Unknown'), 'Unknown'],
    ['NodeReady missing', aMachine().withoutCondition('NodeReady'), 'Unknown'],
    [
      'a deleting Machine whose Node is ready',
      aMachine().deleting().phase('Deleting').condition('Ready', 'False'),
      'Ready',
    ],
    [
      'a running Machine whose Node is not',
      aMachine().nodeReady('False').phase('Running'),
      'NotReady',
    ],
  ])('of a registered Machine: %s', (_, machine, expected) => {
    expect(statusOf(machine)).toBe(expected);
  });

  test.each<[string | undefined, string]>([
    [undefined, 'Pending'],
    ['', 'Pending'],
    ['Pending', 'Pending'],
    ['Provisioning', 'Provisioning'],
    ['Provisioned', 'Provisioned'],
    ['Running', 'Running'],
    ['Updating', 'Updating'],
    ['Deleting', 'Deleting'],
    ['Deleted', 'Deleted'],
    ['Failed', 'Failed'],
    ['Unknown', 'Unknown'],
    ['Hibernating', 'Unknown'],
    ['constructor', 'Unknown'],
  ])('of a Machine that has not registered, phase %j: %s', (phase, expected) => {
    expect(statusOf(aMachine().unregistered().phase(phase))).toBe(expected);
  });

  test('an empty Node reference is none', () => {
    expect(statusOf(aMachine().unregistered('Provisioned').node(''))).toBe('Provisioned');
  });
});
