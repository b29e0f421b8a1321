export { TagsController } from './tags.controller.js';
