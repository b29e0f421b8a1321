import { describe, expect, test } from '@jest/globals';
import { sampleCreation, sampleDefaults } from '../../builders/index.js';
import { decodeDefaults } from '../defaults/index.js';
import { creationWarnings } from './index.js';

function warnings(data: Readonly<Record<string, string>>, params: object = {}) {
  const decoded = decodeDefaults({ ...sampleDefaults, ...data });
  if ('faults' in decoded) throw new Error(JSON.stringify(decoded.faults));
  const { defaults } = decoded;
  return creationWarnings({ params: { ...sampleCreation, ...params }, defaults });
}

const anchor = 'preKubeadmCommands: [\'FULL="{{KUBERNETES_VERSION}}"\']';
const init =
  'initConfiguration: {localAPIEndpoint: {bindPort: 8443}, skipPhases: [addon/kube-proxy]}';
const join = 'joinConfiguration: {controlPlane: {localAPIEndpoint: {bindPort: 8443}}}';
const port = { controlPlaneEndpointPort: '8443' };
const controlPlane = (...parts: readonly string[]) => ({
  controlPlaneKubeadmConfig: [anchor, ...parts].join('\n'),
});
const skipping = 'initConfiguration: {skipPhases: [addon/kube-proxy]}';

describe('a creation warns', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['of nothing', {}, []],
    ['of nothing without optional keys', { cilium: '{}', xoTags: '[]' }, []],
    ['of workers without an anchor', { workerKubeadmConfig: '{}' }, ['anchor']],
    ['of commands that are none', { workerKubeadmConfig: 'preKubeadmCommands: a' }, ['anchor']],
    [
      'of two anchors in the control plane',
      {
        controlPlaneKubeadmConfig: `${skipping}\npreKubeadmCommands: ['FULL="{{KUBERNETES_VERSION}}"', 'FULL="v1.36.9"']`,
      },
      ['anchor'],
    ],
    ['of a port that nothing binds', { ...port, ...controlPlane(skipping) }, ['bind-port']],
    ['of a port that joining ones do not bind', { ...port, ...controlPlane(init) }, ['bind-port']],
    ['not of a port that all bind', { ...port, ...controlPlane(init, join) }, []],
    ['of a bound port that the endpoint does not name', controlPlane(init, join), ['bind-port']],
    ['of kube-proxy beside its replacement', controlPlane(), ['kube-proxy']],
    ['not of kube-proxy without a replacement', { ...controlPlane(), cilium: '{}' }, []],
  ])('%s', (_, data, codes) => {
    expect(warnings(data).map(({ code }) => code)).toEqual(codes);
  });

  test('of VM names over 63 characters, and not at 63', () => {
    const rest = `${sampleCreation.name}-worker-xxxxx`.length;
    const prefixed = (length: number) =>
      warnings({}, { vm_name_prefix: 'p'.repeat(length) }).map(({ text }) => text);
    expect(prefixed(63 - rest)).toEqual([]);
    expect(prefixed(64 - rest)).toEqual([
      'names of worker VMs get 64 characters long, host names end at 63; choose a shorter vm_name_prefix',
    ]);
  });

  test('with the key, the count and what helps', () => {
    expect(warnings({ workerKubeadmConfig: '{}' })[0]?.text).toBe(
      'workerKubeadmConfig has 0 lines FULL="{{KUBERNETES_VERSION}}" in its preKubeadmCommands; upgrades of this cluster will be refused, they need exactly one',
    );
  });
});
