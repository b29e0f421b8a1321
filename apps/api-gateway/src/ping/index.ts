export { PingController } from './ping.controller.js';
