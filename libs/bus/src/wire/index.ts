export { type Answer, answerHeaders } from './answer.js';
export { type Chunk, chunkText, readChunk, Reassembly } from './chunk.js';
export { header, headerRoom } from './headers.js';
export { decodeJson, encodeJson } from './json.js';
export { refusalAnswer, refusalFrom } from './refusal.js';
export { ReplyFault } from './reply-fault.js';
export { type CallHead, readRequestHeaders, requestHeaders } from './request-headers.js';
export { replyFaults, requestFaults } from './schema.js';
export { cancelSubject, nameOf } from './subjects.js';
