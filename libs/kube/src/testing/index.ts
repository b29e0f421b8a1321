export * from './fixed-credentials.js';
export * from './scripted-api.js';
export * from './a-kubeconfig.js';
export * from './scripted-collection.js';
export * from './a-reflector.js';
