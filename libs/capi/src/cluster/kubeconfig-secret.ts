/** The Secret of the management namespace that holds a cluster's kubeconfig, under `kubeconfigKey`. */
export function kubeconfigSecretName(cluster: string): string {
  return `${cluster}-kubeconfig`;
}

export const kubeconfigKey = 'value';
