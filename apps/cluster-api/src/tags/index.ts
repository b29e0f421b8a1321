export { TagsHandlers } from './tags.handlers.js';
