export * from './credentials.js';
export * from './kubeconfig-credentials.js';
export * from './kubeconfig-error.js';
export * from './management-credentials.js';
