/** `request`: from the client to the server. `response`: back. */
export type Direction = 'request' | 'response';

interface OneWay {
  /** Both directions when absent. */
  readonly direction?: Direction;
}

/** Each byte arrives later by this many milliseconds. */
export interface Delay extends OneWay {
  readonly kind: 'delay';
  readonly milliseconds: number;
}

/**
 * Both sides get a TCP reset: at once, open connections and every new one; or, with `afterBytes`, when a
 * connection has carried that many bytes in the direction (`response` when absent) since the fault was set.
 */
export interface Reset extends OneWay {
  readonly kind: 'reset';
  readonly afterBytes?: number;
}

/** Bytes and ends are taken and held; sockets stay open. Cleared, everything flows on, in order. */
export interface Freeze extends OneWay {
  readonly kind: 'freeze';
}

/**
 * Bytes of nobody's, put once into each open connection at once, and into each new one before its
 * first byte of the direction (`response` when absent). Inside chunked HTTP wrap them in `httpChunk`.
 */
export interface Garbage extends OneWay {
  readonly kind: 'garbage';
  readonly bytes: string | Uint8Array;
}

/** One byte at a time, this many milliseconds apart. */
export interface Trickle extends OneWay {
  readonly kind: 'trickle';
  readonly milliseconds: number;
}

/**
 * As if the cable were cut: nothing passes either way, and the server never hears of new connections
 * (TLS doesn't begin either). Cleared, everything flows on.
 */
export interface BlackHole {
  readonly kind: 'blackHole';
}

/**
 * The request reaches the server, and what the server answers is dropped, whereupon both sides get a
 * reset. `request` picks the requests by their bytes (`/^PATCH /`); every request when absent. On a TLS
 * target it needs the proxy to terminate TLS, or else it hits the handshake's answer.
 */
export interface LoseReply {
  readonly kind: 'loseReply';
  readonly request?: RegExp;
}

export type Fault = Delay | Reset | Freeze | Garbage | Trickle | BlackHole | LoseReply;

/** A complete chunk of an HTTP/1.1 chunked body: garbage that the framing survives. */
export function httpChunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}
