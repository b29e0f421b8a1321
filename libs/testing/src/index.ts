export * from './bundle.js';
export * from './fault-proxy/index.js';
export * from './kube-objects.js';
export * from './process.js';
export * from './real-servers.js';
