export { type BodySchema, decodeBody } from './decode-body.js';
export { Body, bodyOf, Takes } from './takes.js';
