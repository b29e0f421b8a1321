export { findKubernetes } from './find/find-kubernetes.mjs';
export { findClusterApiCrds, xoCrds } from './find/cluster-api-crds.mjs';
export { connect, connectByKubeconfig } from './server/api.mjs';
export { startKubernetes } from './server/start-kubernetes.mjs';
