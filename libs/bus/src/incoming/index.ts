export { type Around, type Emit, handle, type Handler } from './handler.js';
export { handlersOf, Serves } from './serves.js';
export { Responses } from './responses.js';
