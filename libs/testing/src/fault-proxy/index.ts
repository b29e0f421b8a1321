export { startFaultProxy, type FaultProxy, type FaultProxyOptions } from './fault-proxy.js';
export { httpChunk, type Direction, type Fault } from './faults.js';
export { selfSignedCertificate } from './certificate.js';
