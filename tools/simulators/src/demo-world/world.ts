import { timestamp, without, type KubeObject } from '../api/index.js';
import { clusterDefaults } from './bootstrap.js';
import { managedCluster } from './management.js';
import { controlledBy, metadataOf, type Setting } from './metadata.js';
import { type ClusterPlan } from './plan.js';
import { insideOf, workloadObjects } from './workload.js';

export interface SimulatedCluster {
  readonly name: string;
  /** For the management cluster, without the kubeconfig Secret. */
  readonly objects: readonly KubeObject[];
  /** For the cluster's own API server. */
  readonly inside: readonly KubeObject[];
  /** The Secret through which the cluster is reached, once its server has an address. */
  readonly kubeconfigSecret: (kubeconfig: string) => KubeObject;
}

/** All objects of one cluster at rest, on both sides; nothing is served yet. */
export function simulateCluster(
  plan: ClusterPlan,
  { namespace, now }: { readonly namespace: string; readonly now: Date },
): SimulatedCluster {
  const createdAt = new Date(now.getTime() - plan.ageDays * 86_400_000);
  const setting: Setting = { namespace, cluster: plan.name, createdAt };
  const { objects, machines } = managedCluster(plan, setting);
  const controlPlane = objects.find(({ kind }) => kind === 'KubeadmControlPlane');
  return {
    name: plan.name,
    objects,
    inside: workloadObjects(insideOf(plan, createdAt, machines)),
    kubeconfigSecret: (kubeconfig) => {
      const metadata = metadataOf(setting, `${plan.name}-kubeconfig`, {
        minutes: 1,
        ...(controlPlane ? { ownerReferences: [controlledBy(controlPlane)] } : {}),
      });
      return {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: without(metadata, 'generation'),
        type: 'cluster.x-k8s.io/secret',
        data: { value: Buffer.from(kubeconfig).toString('base64') },
      };
    },
  };
}

/** What the management cluster holds beside the clusters. */
export function commonObjects(namespace: string, now: Date): KubeObject[] {
  const creationTimestamp = timestamp(new Date(now.getTime() - 90 * 86_400_000));
  const namespaces = [...new Set(['default', 'kube-system', namespace])];
  return [
    ...namespaces.map((name) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name,
        uid: `namespace-${name}`,
        creationTimestamp,
        labels: { 'kubernetes.io/metadata.name': name },
      },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    })),
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'cluster-defaults', namespace, uid: 'cluster-defaults', creationTimestamp },
      data: { ...clusterDefaults },
    },
  ];
}
