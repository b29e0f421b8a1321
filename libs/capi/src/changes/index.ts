export * from './change-target.js';
export * from './reservation.js';
export * from './scaling.js';
export * from './simple-changes.js';
export * from './drain-request.js';
