import { describe, expect, test } from '@jest/globals';
import { sampleDefaults } from '../../builders/index.js';
import { decodeDefaults } from './index.js';

type Key = keyof typeof sampleDefaults;
const keys = Object.keys(sampleDefaults) as Key[];
const optional: readonly Key[] = ['xoTags', 'cilium'];
const blocks: readonly Key[] = [
  'controlPlaneMachineSpec',
  'workerMachineSpec',
  'controlPlaneKubeadmConfig',
  'workerKubeadmConfig',
];

const decode = (changes: Readonly<Record<string, string>>) =>
  decodeDefaults({ ...sampleDefaults, ...changes });

const without = (key: Key) => {
  const { [key]: _, ...rest } = sampleDefaults;
  return decodeDefaults(rest);
};

const range = 'a range such as 10.244.0.0/16 is expected, or two with a comma between them';
const port = 'an integer from 1 to 65535 is expected';
const subnet = 'an integer from 1 to 32 is expected';
const workers = 'lower-case letters, digits and hyphens are expected, at most 61';

describe('the defaults', () => {
  test('are read from texts', () => {
    expect(decodeDefaults(sampleDefaults)).toEqual({
      defaults: {
        workerName: 'md-0',
        podCIDR: ['10.244.0.0/16'],
        serviceCIDR: ['10.96.0.0/12'],
        serviceDomain: 'cluster.local',
        controlPlaneEndpointPort: 6443,
        controlPlaneEndpointSubnet: 16,
        controlPlaneLoadBalancer: 'kube-vip',
        cni: 'cilium',
        controlPlaneMachineSpec: expect.objectContaining({
          resourceSet: { cpus: 4, memory: '8Gi', diskSize: '40Gi' },
        }),
        workerMachineSpec: expect.objectContaining({ templateName: 'alma10-k8s-base' }),
        controlPlaneKubeadmConfig: expect.objectContaining({
          initConfiguration: expect.objectContaining({ skipPhases: ['addon/kube-proxy'] }),
        }),
        workerKubeadmConfig: expect.objectContaining({
          preKubeadmCommands: expect.arrayContaining(['FULL="{{KUBERNETES_VERSION}}"']),
        }),
        xoTags: ['production', 'platform-team'],
        cilium: {
          kubeProxyReplacement: true,
          k8sServiceHost: '10.30.138.14',
          k8sServicePort: 6443,
        },
      },
    });
  });

  test('of a ConfigMap without data lack every required key, in the order of the keys', () => {
    const required = keys.filter((key) => !optional.includes(key));
    const faults = required.map((key) => ({ key, rule: 'the key is missing' }));
    expect(decodeDefaults(undefined)).toEqual({ faults });
  });

  test.each(keys.filter((key) => !optional.includes(key)))('need the key %s', (key) => {
    expect(without(key)).toEqual({ faults: [{ key, rule: 'the key is missing' }] });
  });

  test.each(optional)('may lack the key %s', (key) => {
    const decoded = without(key);
    expect(decoded).toHaveProperty('defaults');
    expect(decoded).not.toHaveProperty(['defaults', key]);
  });

  test.each(['kubernetesVersion', 'anything'])('may have an old key %s', (key) => {
    const decoded = decode({ [key]: '1.30.0' });
    expect(decoded).toEqual(decodeDefaults(sampleDefaults));
  });
});

describe('a value that is taken', () => {
  test.each(
    titled<unknown>([
      ['workerName', '0', '0'],
      ['workerName', 'w'.repeat(61), 'w'.repeat(61)],
      ['podCIDR', '0.0.0.0/0', ['0.0.0.0/0']],
      ['podCIDR', '10.244.1.1/32', ['10.244.1.1/32']],
      ['podCIDR', 'fd00::/128', ['fd00::/128']],
      ['podCIDR', '10.244.0.0/16,fd00::/48', ['10.244.0.0/16', 'fd00::/48']],
      ['serviceCIDR', ' 10.96.0.0/12 , fd00::/108 ', ['10.96.0.0/12', 'fd00::/108']],
      ['serviceDomain', 'd'.repeat(253), 'd'.repeat(253)],
      ['controlPlaneEndpointPort', '1', 1],
      ['controlPlaneEndpointPort', '65535', 65535],
      ['controlPlaneEndpointSubnet', '1', 1],
      ['controlPlaneEndpointSubnet', '32', 32],
      ['controlPlaneLoadBalancer', '', ''],
      ['cni', 'none', 'none'],
      ['xoTags', '[]', []],
      ['xoTags', `["${'🚢'.repeat(255)}"]`, ['🚢'.repeat(255)]],
      ['xoTags', '["2026", true-tag]', ['2026', 'true-tag']],
      ['cilium', '{}', { kubeProxyReplacement: false }],
      ['cilium', 'kubeProxyReplacement: false', { kubeProxyReplacement: false }],
      ['cilium', 'kubeProxyReplacement: true', { kubeProxyReplacement: true }],
      ['workerMachineSpec', '{}', {}],
      [
        'workerMachineSpec',
        'networkConfig: {spec: 1, kind: a}',
        { networkConfig: { spec: 1, kind: 'a' } },
      ],
      [
        'workerKubeadmConfig',
        'files: [{permissions: "0640"}]',
        { files: [{ permissions: '0640' }] },
      ],
    ]),
  )('%s', (_, key, text, value) => {
    expect(decode({ [key]: text })).toHaveProperty(['defaults', key], value);
  });

  test('up to 64 tags', () => {
    const tags = Array.from({ length: 64 }, (_, index) => `t${index}`);
    expect(decode({ xoTags: JSON.stringify(tags) })).toHaveProperty('defaults.xoTags', tags);
  });
});

describe('a value that is refused', () => {
  test.each(
    titled<string>([
      ['workerName', '', workers],
      ['workerName', 'MD', workers],
      ['workerName', 'md-', workers],
      ['workerName', 'md-0\n', workers],
      ['workerName', 'w'.repeat(62), workers],
      ['podCIDR', '', range],
      ['podCIDR', '10.244.0.0', range],
      ['podCIDR', '10.244.0.0/33', range],
      ['podCIDR', '10.244.0.0/-1', range],
      ['podCIDR', '10.244.0.0/016', range],
      ['podCIDR', '10.244.0.0/16/16', range],
      ['podCIDR', '10.244.0/16', range],
      ['podCIDR', 'fd00::/129', range],
      ['podCIDR', '10.244.0.0/16,', range],
      ['podCIDR', '10.1.0.0/16,10.2.0.0/16,10.3.0.0/16', range],
      ['serviceCIDR', 'all', range],
      ['serviceDomain', '', '1 to 253 characters are expected'],
      ['serviceDomain', 'd'.repeat(254), '1 to 253 characters are expected'],
      ['controlPlaneEndpointPort', '', port],
      ['controlPlaneEndpointPort', '0', port],
      ['controlPlaneEndpointPort', '65536', port],
      ['controlPlaneEndpointPort', '999999', port],
      ['controlPlaneEndpointPort', '6443.5', port],
      ['controlPlaneEndpointPort', '-1', port],
      ['controlPlaneEndpointPort', '0x10', port],
      ['controlPlaneEndpointSubnet', '0', subnet],
      ['controlPlaneEndpointSubnet', '33', subnet],
      ['controlPlaneLoadBalancer', 'haproxy', 'kube-vip or nothing is expected'],
      ['controlPlaneLoadBalancer', ' ', 'kube-vip or nothing is expected'],
      ['cni', '', 'cilium or none is expected'],
      ['cni', 'calico', 'cilium or none is expected'],
      ['xoTags', '', 'a YAML list is expected'],
      ['xoTags', 'production', 'a YAML list is expected'],
      ['xoTags', '{a: b}', 'a YAML list is expected'],
      ['xoTags', '[a, b, a]', 'a tag stands twice'],
      ['xoTags', '[a, ""]', '1: a tag has 1 to 255 characters'],
      ['xoTags', `["${'🚢'.repeat(256)}"]`, '0: a tag has 1 to 255 characters'],
      ['xoTags', '[a, 2026]', '1: a tag is text (quote it)'],
      ['xoTags', '[a, [b]]', '1: a tag is text (quote it)'],
      [
        'xoTags',
        `[${Array.from({ length: 65 }, (_, at) => `t${at}`).join()}]`,
        'at most 64 tags are allowed',
      ],
      ['cilium', '', 'a YAML mapping is expected'],
      ['cilium', '[]', 'a YAML mapping is expected'],
      ['cilium', 'true', 'a YAML mapping is expected'],
      ['cilium', 'kubeProxyReplacement: "true"', 'kubeProxyReplacement: true or false is expected'],
      ['cilium', 'kubeProxyReplacement: strict', 'kubeProxyReplacement: true or false is expected'],
      ['cilium', 'hubble: true', 'Unrecognized key: "hubble"'],
      [
        'cilium',
        '{kubeProxyReplacement: true, k8sServiceHost: a}',
        'k8sServiceHost and k8sServicePort go together',
      ],
      [
        'cilium',
        '{kubeProxyReplacement: true, k8sServicePort: 1}',
        'k8sServiceHost and k8sServicePort go together',
      ],
      [
        'cilium',
        '{k8sServiceHost: a, k8sServicePort: 1}',
        'k8sServiceHost and k8sServicePort need kubeProxyReplacement: true',
      ],
      [
        'cilium',
        '{kubeProxyReplacement: true, k8sServiceHost: a, k8sServicePort: 0}',
        `k8sServicePort: ${port}`,
      ],
      [
        'cilium',
        '{kubeProxyReplacement: true, k8sServiceHost: a, k8sServicePort: "1"}',
        `k8sServicePort: ${port}`,
      ],
      [
        'cilium',
        '{kubeProxyReplacement: true, k8sServiceHost: "", k8sServicePort: 1}',
        'k8sServiceHost: text is expected',
      ],
    ]),
  )('%s', (_, key, text, rule) => {
    expect(decode({ [key]: text })).toEqual({ faults: [{ key, rule }] });
  });

  const around =
    'only configuration fields are expected, without apiVersion, kind, metadata, spec around them';

  test.each(
    blocks.flatMap((key): [Key, string, string][] => [
      [key, '', 'a YAML mapping is expected'],
      [key, '# nothing', 'a YAML mapping is expected'],
      [key, '[a]', 'a YAML mapping is expected'],
      [key, 'text', 'a YAML mapping is expected'],
      [key, 'apiVersion: v1', around],
      [key, 'kind:', around],
      [key, 'metadata: {}', around],
      [key, 'spec: {template: {}}', around],
      [key, 'a: 1\na: 2', 'a key stands twice in one mapping at line 2, column 1'],
      [key, 'a: 1\n---\nb: 1', 'only one YAML document is allowed at line 2, column 1'],
    ]),
  )('%s: %j', (key, text, rule) => {
    expect(decode({ [key]: text })).toEqual({ faults: [{ key, rule }] });
  });

  test('names every key at fault at once', () => {
    const decoded = decode({ cni: 'x', workerName: '', xoTags: '- [', podCIDR: 'x' });
    expect('faults' in decoded && decoded.faults.map(({ key }) => key)).toEqual([
      'workerName',
      'podCIDR',
      'cni',
      'xoTags',
    ]);
  });

  test.each(blocks)('%s is never quoted, for it may hold a secret', (key) => {
    for (const text of ['password: "s3cr3t', 's3cr3t', '[s3cr3t]', 'a: *s3cr3t', 'kind: s3cr3t']) {
      const decoded = decode({ [key]: text });
      expect(decoded).toHaveProperty('faults');
      expect(JSON.stringify(decoded)).not.toContain('s3cr3t');
    }
  });
});

/** Each case with a title in front of it. */
function titled<T>(
  cases: readonly [key: Key, text: string, rest: T][],
): [string, Key, string, T][] {
  return cases.map(([key, text, rest]) => [
    `${key}: ${JSON.stringify(text.slice(0, 60))}`,
    key,
    text,
    rest,
  ]);
}
