export { type Streaming } from './pending-stream.js';
export { Requests } from './requests.js';
