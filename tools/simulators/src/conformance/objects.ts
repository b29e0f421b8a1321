import { type Tree } from '../api/index.js';

/** Objects that the checks send. */
export const cluster = (name: string, spec: unknown = { paused: true }, more: Tree = {}): Tree => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { name, ...more },
  spec,
});

export const configMap = (name: string, more: Tree = {}): Tree => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...more },
  data: { a: 'b' },
});

export const pod = (name: string, more: Tree = {}, spec: Tree = {}): Tree => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...more },
  spec: { containers: [{ name: 'main', image: 'pause' }], nodeName: 'conformance-node', ...spec },
});

export const deployment = (name: string): Tree => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'MachineDeployment',
  metadata: { name },
  spec: {
    clusterName: 'demo',
    replicas: 2,
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: {
        clusterName: 'demo',
        bootstrap: { dataSecretName: '' },
        infrastructureRef: {
          apiGroup: 'vates.infrastructure.cluster.x-k8s.io',
          kind: 'XOMachineTemplate',
          name: 'demo-worker',
        },
      },
    },
  },
});

export const merge = 'application/merge-patch+json';
export const jsonPatchType = 'application/json-patch+json';
export const strategic = 'application/strategic-merge-patch+json';
export const apply = 'application/apply-patch+yaml';
