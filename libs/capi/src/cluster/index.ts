export { createdByAnnotation, descriptionAnnotation } from './annotations.js';
export { kubeconfigKey, kubeconfigSecretName } from './kubeconfig-secret.js';
export {
  clusterDetail,
  clusterWith,
  projectCluster,
  type ClusterRecord,
  type ManagedCluster,
} from './project-cluster.js';
export { tagLabelPrefix } from './tags.js';
