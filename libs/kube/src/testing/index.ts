export * from './fixed-credentials.js';
export * from './scripted-api.js';
export * from './a-kubeconfig.js';
