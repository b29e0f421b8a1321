import { describe, expect, test } from '@jest/globals';
import { deletionOf, holdUp } from './index.js';

const since = '2026-10-22T10:00:00Z';
const going = (name: string, more: object = {}, conditions: object[] = []) => ({
  metadata: { name, deletionTimestamp: since, finalizers: ['machine.cluster.x-k8s.io'], ...more },
  status: { conditions },
});

describe('the deletion of an object', () => {
  test('is undefined until it is asked for', () => {
    expect(deletionOf('Machine', { metadata: { name: 'm', finalizers: ['f'] } })).toBeUndefined();
  });

  test("has Cluster API's reason and message", () => {
    const condition = {
      type: 'Deleting',
      status: 'True',
      reason: 'DrainingNode',
      message: 'Drain not completed: Pod app/web',
    };
    expect(deletionOf('Machine', going('m', {}, [{ type: 'Ready' }, condition]))).toEqual({
      since,
      kind: 'Machine',
      name: 'm',
      finalizers: ['machine.cluster.x-k8s.io'],
      reason: 'DrainingNode',
      message: 'Drain not completed: Pod app/web',
    });
  });

  test.each([
    ['no conditions', {}],
    ['an empty message', { status: { conditions: [{ type: 'Deleting', message: '' }] } }],
    ['conditions that are none', { status: { conditions: 'x' } }],
  ])('with %s names the finalizers alone', (_, more) => {
    const { metadata } = going('m');
    expect(deletionOf('Cluster', { metadata, ...more })).toEqual({
      since,
      kind: 'Cluster',
      name: 'm',
      finalizers: ['machine.cluster.x-k8s.io'],
    });
  });
});

describe('a cluster is held up', () => {
  const cluster = deletionOf('Cluster', going('demo'));
  const machine = (name: string, deletionTimestamp: string) =>
    deletionOf('Machine', going(name, { deletionTimestamp }));

  test('by nothing while it is not going', () => {
    expect(holdUp(undefined, [machine('m', since)])).toBeUndefined();
  });
  test('by its Machine that has been going for longest', () => {
    const machines = [machine('b', '2026-10-22T10:00:02Z'), undefined, machine('a', since)];
    expect(holdUp(cluster, machines)).toMatchObject({ kind: 'Machine', name: 'a' });
  });
  test('by itself once no Machine is going', () => {
    expect(holdUp(cluster, [undefined])).toMatchObject({ kind: 'Cluster', name: 'demo' });
  });
});
