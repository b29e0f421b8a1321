import { type KubernetesObject } from './kubernetes-object.js';
import { ObjectBuilder, served, uidOf } from './object-builder.js';

export type RawNode = KubernetesObject & {
  spec: { unschedulable?: boolean; providerID?: string };
};

export type RawPod = KubernetesObject & {
  spec: { nodeName?: string; containers: { name: string; image: string }[] };
  status?: { phase?: string };
};

/** A Node of a workload cluster; from the start one that takes Pods. */
export function aNode(name = 'worker-1'): NodeBuilder {
  return new NodeBuilder(() =>
    served(
      { apiVersion: 'v1', kind: 'Node', spec: {} },
      { name, labels: { 'kubernetes.io/hostname': name } },
    ),
  );
}

export class NodeBuilder extends ObjectBuilder<RawNode> {
  cordoned(): this {
    return this.with((draft) => (draft.spec.unschedulable = true));
  }
}

/** A Pod of a workload cluster; from the start one that no Node has yet. */
export function aPod(name = 'web-1', namespace = 'app'): PodBuilder {
  return new PodBuilder(() =>
    served(
      {
        apiVersion: 'v1',
        kind: 'Pod',
        spec: { containers: [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }] },
        status: { phase: 'Pending' },
      },
      { name, namespace },
    ),
  );
}

export class PodBuilder extends ObjectBuilder<RawPod> {
  onNode(name: string): this {
    return this.with((draft) => (draft.spec.nodeName = name)).phase('Running');
  }

  phase(phase: string): this {
    return this.with((draft) => (draft.status = { phase }));
  }

  /** Controlled by an object of `apps/v1`, such as a DaemonSet. */
  ownedBy(kind: string, name: string): this {
    return this.with((draft) => {
      draft.metadata.ownerReferences = [
        { apiVersion: 'apps/v1', kind, name, uid: uidOf(kind, name), controller: true },
      ];
    });
  }

  /** The API server's copy of a static Pod. */
  mirror(): this {
    return this.annotation('kubernetes.io/config.mirror', 'hash');
  }
}
