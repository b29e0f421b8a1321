import { describe, expect, test } from '@jest/globals';
import { originOf, refusedFields, type Role } from './index.js';

describe('the origin of a refused field', () => {
  test.each<[Role, string, object | undefined]>([
    ['cluster', 'spec.clusterNetwork.pods.cidrBlocks[0]', { key: 'podCIDR' }],
    ['cluster', 'spec.clusterNetwork.services', { key: 'serviceCIDR' }],
    ['cluster', 'spec.clusterNetwork.serviceDomain', { key: 'serviceDomain' }],
    ['cluster', 'metadata.annotations', undefined],
    ['infrastructure', 'spec.controlPlaneEndpoint.port', { key: 'controlPlaneEndpointPort' }],
    ['infrastructure', 'spec.controlPlaneEndpoint.subnet', { key: 'controlPlaneEndpointSubnet' }],
    ['infrastructure', 'spec.controlPlaneEndpoint.host', undefined],
    ['infrastructure', 'spec.controlPlaneLB', { key: 'controlPlaneLoadBalancer' }],
    ['infrastructure', 'spec.addons.cni', { key: 'cni' }],
    ['infrastructure', 'spec.addons.cilium.k8sServicePort', { key: 'cilium' }],
    [
      'control-plane-machines',
      'spec.template.spec.resourceSet.cpus',
      { key: 'controlPlaneMachineSpec' },
    ],
    ['worker-machines', 'spec.template.spec.netwrk', { key: 'workerMachineSpec' }],
    ['worker-machines', 'spec.template.spec.namePrefix', { param: 'VMNamePrefix' }],
    ['worker-machines', 'spec.template.spec.namePrefixes', { key: 'workerMachineSpec' }],
    ['control-plane-machines', 'spec.template.spec.namePrefix', { param: 'VMNamePrefix' }],
    ['worker-bootstrap', 'spec.template.spec.files[0].path', { key: 'workerKubeadmConfig' }],
    ['worker-bootstrap', 'spec.template.spec', { key: 'workerKubeadmConfig' }],
    [
      'control-plane',
      'spec.kubeadmConfigSpec.initConfiguration',
      { key: 'controlPlaneKubeadmConfig' },
    ],
    ['control-plane', 'spec.replicas', undefined],
    ['workers', 'spec.replicas', undefined],
  ])('%s %s', (role, field, origin) => {
    expect(originOf({ role, field })).toEqual(origin);
  });
});

describe('the fields of a refusal', () => {
  test.each([
    [
      'of causes',
      'invalid',
      [{ field: 'spec.a' }, { field: 'spec.b' }, { field: 'spec.a' }],
      ['spec.a', 'spec.b'],
    ],
    ['without causes', 'admission webhook denied the request', undefined, []],
    ['of a cause without one', 'too large', [{}, { field: '<nil>' }], []],
    [
      'that the strict decoder does not know',
      'XOMachineTemplate in version "v1beta2" cannot be handled: strict decoding error: unknown field "spec.template.spec.a", unknown field "spec.template.spec.b[0].c"',
      undefined,
      ['spec.template.spec.a', 'spec.template.spec.b[0].c'],
    ],
  ])('%s', (_, message, causes, fields) => {
    expect(refusedFields({ message, causes })).toEqual(fields);
  });
});
