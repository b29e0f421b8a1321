export * from './document.js';
export type { SwaggerUi } from './pages.js';
export * from './swagger.controller.js';
