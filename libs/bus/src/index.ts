export { type Bus, type BusOptions, connectBus, type Serving, type StreamPace } from './bus.js';
export {
  type Around,
  type Emit,
  handle,
  type Handler,
  handlersOf,
  Serves,
} from './incoming/index.js';
export { type BusCounts } from './metrics.js';
export { type Streaming } from './outgoing/index.js';
