/** Makes the API servers of clusters: what a control plane's virtual machines would be in earnest. */
export interface WorkloadClusters {
  /**
   * The text of a kubeconfig that reaches the cluster's own API; asked again for the same uid it gives
   * the same.
   */
  open(cluster: WorkloadCluster): Promise<string>;
  /** The cluster is gone, and its API with it; also one that was not opened here. */
  close(cluster: WorkloadCluster): Promise<void>;
}

export interface WorkloadCluster {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
}
