export * from './deletion.js';
