import { kubeconfigKey, kubeconfigSecretName } from '../cluster/index.js';
import { clusterNameLabel } from './raw-cluster.js';
import { type KubernetesObject } from './kubernetes-object.js';
import { ObjectBuilder, served, uidOf } from './object-builder.js';

export type RawSecret = KubernetesObject & {
  type: string;
  /** Base64, as on the wire. */
  data: Record<string, string>;
};

/** A cluster's kubeconfig Secret as Cluster API makes it: owned by the control plane object. */
export function aKubeconfigSecret(cluster = 'demo'): KubeconfigSecretBuilder {
  return new KubeconfigSecretBuilder(() => kubeconfigSecret(cluster));
}

export class KubeconfigSecretBuilder extends ObjectBuilder<RawSecret> {
  /** The kubeconfig's text; undefined takes the key away, an empty text stays. */
  kubeconfig(text: string | undefined): this {
    return this.with((draft) => {
      draft.data = text === undefined ? {} : { [kubeconfigKey]: base64(text) };
    });
  }

  /** Owned by a Cluster, as in set-ups without a kubeadm control plane. */
  ownedByCluster(name: string, uid = uidOf('Cluster', name)): this {
    return this.with((draft) => {
      draft.metadata.ownerReferences = [
        { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster', name, uid },
      ];
    });
  }
}

function kubeconfigSecret(cluster: string): RawSecret {
  const controlPlane = `${cluster}-cp`;
  return served(
    {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'cluster.x-k8s.io/secret',
      data: { [kubeconfigKey]: base64('apiVersion: v1\nkind: Config') },
    },
    {
      name: kubeconfigSecretName(cluster),
      namespace: 'capi-system',
      labels: { [clusterNameLabel]: cluster },
      ownerReferences: [
        {
          apiVersion: 'controlplane.cluster.x-k8s.io/v1beta2',
          kind: 'KubeadmControlPlane',
          name: controlPlane,
          uid: uidOf('KubeadmControlPlane', controlPlane),
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
  );
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
