import { type KubeObject, type Tree } from '../../api/index.js';
import { textAt } from '../objects/index.js';
import { type Ruling } from '../rules/index.js';
import { type PodScene } from './scene.js';

const components = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];

/** The copies that kubelets of control plane Nodes show of what they run from files. */
export function staticPods({ namespace, nodes, pods }: PodScene): Ruling[] {
  if (namespace !== 'kube-system') return [];
  const there = new Set(pods.map(({ metadata }) => metadata.name));
  const missing = [...nodes.values()]
    .filter(({ metadata }) => 'node-role.kubernetes.io/control-plane' in (metadata.labels ?? {}))
    .flatMap((node) => components.map((component) => staticPod(node, component)))
    .filter(({ metadata }) => !there.has(metadata.name));
  return missing.map((pod) => ({ create: [pod] }));
}

function staticPod(node: KubeObject, component: string): KubeObject {
  const nodeName = node.metadata.name;
  const version = textAt(node, 'status', 'nodeInfo', 'kubeletVersion') ?? '';
  const container: Tree = { name: 'main', image: `registry.k8s.io/${component}:${version}` };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${component}-${nodeName}`,
      namespace: 'kube-system',
      labels: { component, tier: 'control-plane' },
      annotations: { 'kubernetes.io/config.mirror': node.metadata.uid ?? nodeName },
      ownerReferences: [
        {
          apiVersion: 'v1',
          kind: 'Node',
          name: nodeName,
          uid: node.metadata.uid ?? nodeName,
          controller: true,
        },
      ],
    },
    spec: { containers: [container], hostNetwork: true, nodeName },
  };
}
