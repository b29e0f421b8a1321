export * from './pod-delays.js';
export * from './start-pod-controllers.js';
