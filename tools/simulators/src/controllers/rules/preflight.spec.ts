import { expect, test } from '@jest/globals';
import { anObject, aScene } from '../testing/scenes.js';
import { preflight } from './preflight.js';

const controlPlane = (wanted: string, has?: string) =>
  anObject('KubeadmControlPlane', 'cp', {
    spec: { version: wanted },
    status: has === undefined ? {} : { version: has },
  });

const set = (version: string, annotations: Record<string, string> = {}) =>
  anObject('MachineSet', 'ms', {
    metadata: { annotations },
    spec: {
      template: { spec: { version, bootstrap: { configRef: { kind: 'KubeadmConfigTemplate' } } } },
    },
  });

const skip = { 'machineset.cluster.x-k8s.io/skip-preflight-checks': 'All' };

test.each([
  ['all is well', controlPlane('v1.36.8', 'v1.36.8'), set('v1.36.8'), []],
  ['another patch goes', controlPlane('v1.36.9', 'v1.36.9'), set('v1.36.8'), []],
  ['being built', controlPlane('v1.36.8'), set('v1.36.8'), ['ControlPlaneIsStable']],
  ['being upgraded', controlPlane('v1.36.10', 'v1.36.9'), set('v1.36.9'), ['ControlPlaneIsStable']],
  [
    'newer than the control plane',
    controlPlane('v1.36.8', 'v1.36.8'),
    set('v1.37.0'),
    ['KubernetesVersionSkew', 'KubeadmVersionSkew'],
  ],
  ['a minor behind', controlPlane('v1.37.0', 'v1.37.0'), set('v1.36.8'), ['KubeadmVersionSkew']],
  [
    'far behind',
    controlPlane('v1.37.0', 'v1.37.0'),
    set('v1.33.0'),
    ['KubernetesVersionSkew', 'KubeadmVersionSkew'],
  ],
  ['skipped', controlPlane('v1.36.8'), set('v1.36.8', skip), []],
])('%s', (_, plane, machineSet, checks) => {
  const failed = preflight(aScene({ controlPlane: plane }), machineSet);
  expect(failed.map((text) => /"(\w+)" preflight check failed/.exec(text)?.[1])).toEqual(checks);
});
