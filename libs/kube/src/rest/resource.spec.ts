import { describe, expect, test } from '@jest/globals';
import { type Place, type Resource, resourcePath } from './index.js';

const nodes: Resource = { group: '', version: 'v1', plural: 'nodes' };
const machines: Resource = { group: 'cluster.x-k8s.io', version: 'v1beta2', plural: 'machines' };

describe('resourcePath', () => {
  test.each<[Resource, Place | undefined, string]>([
    [nodes, undefined, '/api/v1/nodes'],
    [nodes, { name: 'worker-1' }, '/api/v1/nodes/worker-1'],
    [machines, { namespace: 'ns' }, '/apis/cluster.x-k8s.io/v1beta2/namespaces/ns/machines'],
    [
      machines,
      { namespace: 'ns', name: 'm', subresource: 'status' },
      '/apis/cluster.x-k8s.io/v1beta2/namespaces/ns/machines/m/status',
    ],
    [nodes, { name: 'a/../b?c' }, '/api/v1/nodes/a%2F..%2Fb%3Fc'],
  ])('%j at %j is %s', (resource, place, path) => {
    expect(resourcePath(resource, place)).toBe(path);
  });

  test.each(['', '.', '..'])('a name of %j is refused: it would ask for another object', (name) => {
    expect(() => resourcePath(nodes, { name })).toThrow(RangeError);
  });
});
