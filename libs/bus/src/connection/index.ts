export { Link, type LinkOptions, type LinkState } from './link.js';
export { payloadLimit } from './payload-limit.js';
export { settledWithin } from './settled-within.js';
export { Silence } from './silence.js';
export { type LinkSubscription } from './subscription.js';
