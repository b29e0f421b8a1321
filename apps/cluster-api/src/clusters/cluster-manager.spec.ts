import { describe, expect, test } from '@jest/globals';
import { aCluster, aMachine } from '@slipway/capi/builders';
import { workloadUnavailable } from '@slipway/contracts';
import { aCall, aWorld } from '../testing/world.js';

const cordoned = new Map([['n1', { is_cordon: true, is_draining: false }]]);
const away = (cluster: string) => workloadUnavailable({ cluster, because: 'connection refused' });

function twoClusters() {
  const world = aWorld({
    clusters: [aCluster('beta').build(), aCluster('alpha').build()],
    machines: [
      aMachine('m1', 'alpha').node('n1').build(),
      aMachine('m2', 'beta').node('n2').build(),
    ],
  });
  world.workloads.states.set('alpha', cordoned).set('beta', away('beta'));
  world.workloads.volumeLists.set('alpha', []).set('beta', away('beta'));
  return world;
}

describe('listing clusters', () => {
  test('is in the order of names, each with the states of its own workload cluster', async () => {
    const { clusters } = twoClusters();
    const [alpha, beta] = await clusters.list(undefined, aCall());
    expect(alpha).toMatchObject({
      name: 'alpha',
      is_cordon: true,
      is_draining: false,
      volumes: [],
    });
    expect(beta).toMatchObject({ name: 'beta' });
    for (const field of ['is_cordon', 'is_draining', 'volumes'])
      expect(beta).not.toHaveProperty(field);
  });

  test.each([
    ['name,phase,tags', []],
    ['name,is_cordon', ['states alpha', 'states beta']],
    ['is_draining', ['states alpha', 'states beta']],
    ['volumes.name', ['volumes alpha', 'volumes beta']],
    ['name,volumes,is_cordon', ['states alpha', 'volumes alpha', 'states beta', 'volumes beta']],
  ])('fields=%s asks the workload clusters for %j only', async (fields, asked) => {
    const { clusters, workloads } = twoClusters();
    await clusters.list(fields, aCall());
    expect(workloads.asked).toEqual(asked);
  });

  test('what is no fault of a workload cluster fails the list instead of hiding', async () => {
    const { clusters, workloads } = twoClusters();
    workloads.states.set('beta', new TypeError('a defect'));
    await expect(clusters.list('is_cordon', aCall())).rejects.toThrow('a defect');
  });

  test('a caller that has left gets its own reason', async () => {
    const { clusters } = twoClusters();
    const left = AbortSignal.abort(new Error('left'));
    await expect(clusters.list('is_cordon', aCall(left))).rejects.toThrow('left');
  });
});

describe('one cluster', () => {
  test('is found by id in any case and by name; anything else is not found', async () => {
    const { clusters, ids } = twoClusters();
    const id = ids.clusterId('alpha');
    for (const ref of [id, id.toUpperCase(), 'alpha']) {
      expect(await clusters.get(ref, aCall())).toMatchObject({ name: 'alpha', id });
    }
    await expect(clusters.get('Alpha', aCall())).rejects.toMatchObject({
      kind: { code: 'cluster-not-found' },
    });
  });
});
