export { type Bus, type BusOptions, connectBus, type Serving } from './bus.js';
export { type Around, handle, type Handler, handlersOf, Serves } from './incoming/index.js';
export { type BusCounts } from './metrics.js';
