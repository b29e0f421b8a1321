import { expect, test } from '@jest/globals';
import { aMachine, anObject, aScene, named } from '../testing/scenes.js';
import { addressOf, guestNameOf } from './virtual-machine.js';

test.each([
  ['jls-capi-dev--cp', 'jls-capi-dev-demo-cp-7n62g'],
  ['jls-capi-dev--worker', 'jls-capi-dev-demo-worker-7n62g'],
  ['jls-capi-dev-', 'jls-capi-dev-demo-7n62g'],
])('the guest of prefix %s is %s', (namePrefix, name) => {
  const machine = aMachine('demo-cp-7n62g', anObject('KubeadmControlPlane', 'cp'), {
    spec: { clusterName: 'demo' },
  });
  expect(guestNameOf(machine, anObject('XOMachine', 'x', { spec: { namePrefix } }))).toBe(name);
});

test('addresses are of the endpoint’s network, and none is given twice', () => {
  const taken = { addresses: [{ type: 'InternalIP', address: '10.30.0.101' }] };
  const [a, b] = [anObject('XOMachine', 'a'), anObject('XOMachine', 'b')];
  const scene = aScene({
    infrastructure: anObject('XOCluster', 'demo', {
      spec: { controlPlaneEndpoint: { host: '10.30.138.14' } },
    }),
    infraMachines: named(anObject('XOMachine', 'old', { status: taken }), a, b),
  });
  expect([addressOf(scene, a), addressOf(scene, b)]).toEqual(['10.30.0.102', '10.30.0.103']);
});
