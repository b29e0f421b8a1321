/** Longest command line a client may send, as in nats-server. */
const longestLine = 4096;

/** What ends a connection: the text is NATS' own error wording. */
export class ProtocolError extends Error {
  name = 'ProtocolError';
}

/**
 * Cuts a client's bytes into commands: `push(bytes)` calls `onCommand(words, payload)` once a line, and
 * for PUB and HPUB its payload, have arrived whole. A payload above `maxPayload` is refused before it is kept.
 */
export class CommandParser {
  #buffers = [];
  #length = 0;
  #waiting;

  constructor({ maxPayload, onCommand }) {
    this.maxPayload = maxPayload;
    this.onCommand = onCommand;
  }

  push(bytes) {
    this.#buffers.push(bytes);
    this.#length += bytes.length;
    // Joined only once enough is there, so that a large payload is copied once and not per packet.
    if (this.#waiting && this.#length < this.#waiting.size + 2) return;
    let rest = this.#buffers.length === 1 ? bytes : Buffer.concat(this.#buffers);
    for (let left = this.#next(rest); left; left = this.#next(rest)) rest = left;
    this.#buffers = [rest];
    this.#length = rest.length;
  }

  /** What is left after one whole line or payload; undefined when more must arrive first. */
  #next(bytes) {
    if (this.#waiting) return this.#payload(bytes);
    const end = bytes.indexOf('\n');
    if (end > longestLine || (end < 0 && bytes.length > longestLine)) {
      throw new ProtocolError('Maximum Control Line Exceeded');
    }
    if (end < 0) return undefined;
    const words = bytes.toString('utf8', 0, end).trim().split(/\s+/);
    if (/^h?pub$/i.test(words[0])) this.#waiting = { words, size: this.#sizeOf(words) };
    else if (words[0]) this.onCommand(words);
    return bytes.subarray(end + 1);
  }

  #payload(bytes) {
    const { words, size } = this.#waiting;
    if (bytes.length < size + 2) return undefined;
    if (bytes[size] !== 13 || bytes[size + 1] !== 10)
      throw new ProtocolError('Unknown Protocol Operation');
    this.#waiting = undefined;
    this.onCommand(words, bytes.subarray(0, size));
    return bytes.subarray(size + 2);
  }

  #sizeOf(words) {
    const size = Number(words.at(-1));
    if (!Number.isInteger(size) || size < 0) throw new ProtocolError('Parser Error');
    if (size > this.maxPayload) throw new ProtocolError('Maximum Payload Violation');
    return size;
  }
}
