/** The names under which a message says what is not its payload. */
export const header = {
  requestId: 'x-request-id',
  operationId: 'slipway-operation-id',
  traceparent: 'traceparent',
  /** The caller as a signed token, passed on untouched; whoever receives it verifies it. */
  caller: 'slipway-caller',
  /** Milliseconds left, not a time of day: clocks differ. */
  millisecondsLeft: 'slipway-milliseconds-left',
  /** In a reply: the code of the refusal that the payload describes. */
  refusal: 'slipway-refusal',
  /** In a part of a reply: `<sequence from 0>/<count> <bytes of the whole>`. */
  chunk: 'slipway-chunk',
  /** In a message of a stream: `<sequence from 0> item|alive|end`. */
  place: 'slipway-stream',
  /** In the request for a stream: how many items may come before more are granted. */
  granted: 'slipway-items',
  /** In a reply, repeatable: what the answer's reader should know beside it. */
  warning: 'slipway-warning',
} as const;

/** Bytes of a message kept for headers; the payload may have the rest of the server's limit. */
export const headerRoom = 16 * 1024;
