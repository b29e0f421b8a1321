export { miniServerName, MiniBroker } from './broker.mjs';
export { findNatsServer } from './find-nats-server.mjs';
export { startNats } from './start-nats.mjs';
