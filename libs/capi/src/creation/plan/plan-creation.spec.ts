import { describe, expect, test } from '@jest/globals';
import { sampleCreation, sampleDefaults } from '../../builders/index.js';
import { decodeDefaults } from '../defaults/index.js';
import { type CreationParams } from '../request/index.js';
import { activationPatch, planCreation, type PlannedObject, type Role } from './index.js';

const clusterUid = 'd16c56df-c370-4cb2-b70f-f04c243e9670';

function plan(
  changes: Readonly<Record<string, string | undefined>> = {},
  params: Partial<CreationParams> = {},
): readonly PlannedObject[] {
  const data = Object.entries({ ...sampleDefaults, ...changes }).filter(
    ([, text]) => text !== undefined,
  );
  const decoded = decodeDefaults(Object.fromEntries(data) as Record<string, string>);
  if ('faults' in decoded) throw new Error(JSON.stringify(decoded.faults));
  return planCreation({
    params: { ...sampleCreation, ...params },
    defaults: decoded.defaults,
    namespace: 'capi-system',
    clusterUid,
  });
}

const specOf = (planned: readonly PlannedObject[], role: Role): unknown =>
  planned.find((each) => each.role === role)?.object.spec;

describe('what is not set stays out', () => {
  test('of the Cluster: annotations and tags', () => {
    const nothing = { description: '', created_by_xo_user_id: '', tags: {} };
    const [cluster] = plan({}, nothing);
    expect(cluster?.object.metadata).toStrictEqual({
      name: 'my-cluster',
      namespace: 'capi-system',
      labels: { 'cluster.x-k8s.io/cluster-name': 'my-cluster' },
    });
  });

  test('of the infrastructure: load balancer and Cilium settings; cni none is said', () => {
    const planned = plan({ controlPlaneLoadBalancer: '', cilium: undefined, cni: 'none' });
    expect(specOf(planned, 'infrastructure')).toStrictEqual({
      controlPlaneEndpoint: { host: '10.30.138.14', port: 6443, subnet: 16 },
      addons: { ccm: true, csi: true, cni: 'none' },
    });
  });

  test('of the VMs: tags', () => {
    const planned = plan({ xoTags: undefined, workerMachineSpec: 'templateName: alma10' });
    expect(specOf(planned, 'worker-machines')).toStrictEqual({
      template: { spec: { templateName: 'alma10', namePrefix: 'jls-capi-dev--worker' } },
    });
  });
});

describe('nothing that is sent is empty', () => {
  const nothing = { description: '', created_by_xo_user_id: '', tags: {} };
  test.each<[string, Readonly<Record<string, string | undefined>>, Partial<CreationParams>]>([
    ['with everything set', {}, {}],
    [
      'with the least',
      { xoTags: undefined, cilium: undefined, controlPlaneLoadBalancer: '' },
      nothing,
    ],
    [
      'with empty options',
      { xoTags: '[]', cilium: '{}', controlPlaneKubeadmConfig: '{}' },
      nothing,
    ],
  ])('%s', (_, data, params) => {
    const json = plan(data, params).map(({ object }) => JSON.stringify(object));
    for (const text of json) expect(text).not.toMatch(/:(?:""|\[\]|\{\}|null)/);
  });
});

describe('VMs', () => {
  test.each([
    ['[a, b]', 'tags: [c]', ['a', 'b', 'c']],
    ['[a, b]', 'tags: [b, c, a, c]', ['a', 'b', 'c']],
    ['[a]', 'tags:', ['a']],
    ['[]', 'tags: []', undefined],
    ['[]', 'tags: [c]', ['c']],
    ['[a]', 'tags: c', 'c'],
    ['[a]', 'tags: [2026]', ['a', 2026]],
  ])('with xoTags %s and %s have tags %j', (xoTags, machineSpec, tags) => {
    const planned = plan({ xoTags, workerMachineSpec: machineSpec });
    expect(specOf(planned, 'worker-machines')).toStrictEqual({
      template: { spec: { namePrefix: 'jls-capi-dev--worker', ...(tags && { tags }) } },
    });
  });

  test('get their name prefix from the request alone', () => {
    const planned = plan({ workerMachineSpec: 'namePrefix: other-' });
    expect(specOf(planned, 'worker-machines')).toMatchObject({
      template: { spec: { namePrefix: 'jls-capi-dev--worker' } },
    });
  });
});

describe('certificate names of the API server', () => {
  test.each([
    ['{}', { apiServer: { certSANs: ['10.30.138.14'] } }],
    ['clusterConfiguration:', { apiServer: { certSANs: ['10.30.138.14'] } }],
    ['clusterConfiguration: {apiServer: }', { apiServer: { certSANs: ['10.30.138.14'] } }],
    [
      'clusterConfiguration: {apiServer: {certSANs: }}',
      { apiServer: { certSANs: ['10.30.138.14'] } },
    ],
    [
      'clusterConfiguration: {apiServer: {certSANs: [10.30.138.14, a]}}',
      { apiServer: { certSANs: ['10.30.138.14', 'a'] } },
    ],
    [
      'clusterConfiguration: {etcd: {local: {}}, apiServer: {extraEnvs: [a]}}',
      { etcd: { local: {} }, apiServer: { extraEnvs: ['a'], certSANs: ['10.30.138.14'] } },
    ],
    ['clusterConfiguration: text', 'text'],
    ['clusterConfiguration: {apiServer: [a]}', { apiServer: ['a'] }],
    ['clusterConfiguration: {apiServer: {certSANs: a}}', { apiServer: { certSANs: 'a' } }],
  ])('of %s', (config, clusterConfiguration) => {
    const planned = plan({ controlPlaneKubeadmConfig: config });
    expect(specOf(planned, 'control-plane')).toMatchObject({
      kubeadmConfigSpec: { clusterConfiguration },
    });
  });

  test('are not added to workers, which run no API server', () => {
    expect(specOf(plan(), 'worker-bootstrap')).not.toHaveProperty(
      'template.spec.clusterConfiguration',
    );
  });
});

describe('unicode', () => {
  test('in descriptions and tags reaches the Cluster unchanged', () => {
    const description = '"Übung"\n\t👩‍👩‍👧 ☃\u2028\u0000';
    const [cluster] = plan({}, { description });
    const { annotations } = JSON.parse(JSON.stringify(cluster?.object.metadata)) as {
      annotations: Record<string, string>;
    };
    expect(annotations['vmk.vates.tech/description']).toBe(description);
  });
});

test('dual stack gives two ranges', () => {
  const planned = plan({ podCIDR: '10.244.0.0/16, fd00:10:244::/56' });
  expect(specOf(planned, 'cluster')).toMatchObject({
    clusterNetwork: { pods: { cidrBlocks: ['10.244.0.0/16', 'fd00:10:244::/56'] } },
  });
});

test('activation clears the pause of the Cluster as it was read', () => {
  expect(activationPatch('7')).toStrictEqual({
    metadata: { resourceVersion: '7' },
    spec: { paused: null },
  });
});
