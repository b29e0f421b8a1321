import { describe, expect, test } from '@jest/globals';
import { aCluster, aMachine } from '@slipway/capi/builders';
import { workloadUnavailable } from '@slipway/contracts';
import { aCall, aWorld } from '../testing/world.js';

function world() {
  const made = aWorld({
    clusters: [aCluster('alpha').build(), aCluster('beta').build()],
    machines: [
      aMachine('b1', 'beta').node('n1').build(),
      aMachine('a2', 'alpha').unregistered().build(),
      aMachine('a1', 'alpha').node('n1').build(),
    ],
  });
  made.workloads.states
    .set('alpha', new Map([['n1', { is_cordon: false, is_draining: false }]]))
    .set('beta', workloadUnavailable({ cluster: 'beta', because: 'no answer' }));
  return made;
}

describe('listing nodes', () => {
  test('asks each workload cluster once, and omits what is unknown', async () => {
    const { nodes, workloads } = world();
    const [a1, a2, b1] = await nodes.list(undefined, aCall());
    expect(workloads.asked.toSorted()).toEqual(['states alpha', 'states beta']);
    expect(a1).toMatchObject({ name: 'a1', is_cordon: false, is_draining: false });
    // The same Node name in another cluster is another Node.
    for (const unknown of [a2, b1]) expect(unknown).not.toHaveProperty('is_cordon');
  });

  test('without a state selected asks no workload cluster', async () => {
    const { nodes, workloads } = world();
    expect(await nodes.list('name', aCall())).toEqual([
      { name: 'a1' },
      { name: 'a2' },
      { name: 'b1' },
    ]);
    expect(workloads.asked).toEqual([]);
  });

  test('of one cluster by id or name, and 404 for another', async () => {
    const { nodes, ids } = world();
    for (const ref of ['alpha', ids.clusterId('alpha')]) {
      expect(await nodes.ofCluster(ref, 'name', aCall())).toEqual([{ name: 'a1' }, { name: 'a2' }]);
    }
    await expect(nodes.ofCluster('gamma', undefined, aCall())).rejects.toMatchObject({
      kind: { code: 'cluster-not-found' },
    });
  });
});

describe('one node', () => {
  test('is found by id and by Machine name, never by Node name', async () => {
    const { nodes, ids } = world();
    const id = ids.nodeId('alpha', 'a1');
    expect(await nodes.get(id, aCall())).toMatchObject({ name: 'a1', is_cordon: false });
    expect(await nodes.get('a1', aCall())).toMatchObject({ id });
    await expect(nodes.get('n1', aCall())).rejects.toMatchObject({
      kind: { code: 'node-not-found' },
    });
  });
});
