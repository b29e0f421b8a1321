import { ReplyFault } from './reply-fault.js';

/** Where a part stands in a reply that is larger than one message may be. */
export interface Chunk {
  /** From 0. */
  readonly sequence: number;
  readonly count: number;
  /** Of the whole. */
  readonly bytes: number;
}

export const chunkText = ({ sequence, count, bytes }: Chunk): string =>
  `${sequence}/${count} ${bytes}`;

export function readChunk(text: string): Chunk {
  const [, sequence, count, bytes] = /^(\d{1,9})\/([1-9]\d{0,8}) (\d{1,15})$/.exec(text) ?? [];
  if (bytes === undefined) throw new ReplyFault('a part does not say where it belongs');
  return { sequence: Number(sequence), count: Number(count), bytes: Number(bytes) };
}

/**
 * Puts the parts of one reply together. NATS keeps the order of one sender's messages, so a part out of
 * order, twice or missing is a fault; so is a whole above the bound, found before anything is kept.
 */
export class Reassembly {
  readonly #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(
    private readonly whole: Pick<Chunk, 'count' | 'bytes'>,
    maxBytes: number,
  ) {
    if (whole.bytes > maxBytes)
      throw new ReplyFault(`it has ${whole.bytes} bytes, at most ${maxBytes} are taken`);
  }

  /** The whole once its last part is there. */
  add({ sequence, count, bytes }: Chunk, part: Uint8Array): Uint8Array | undefined {
    const { whole } = this;
    if (sequence !== this.#parts.length)
      throw new ReplyFault(`part ${sequence} came where ${this.#parts.length} was due`);
    if (count !== whole.count || bytes !== whole.bytes)
      throw new ReplyFault('its parts disagree about the whole');
    this.#parts.push(part);
    this.#bytes += part.length;
    const last = this.#parts.length === whole.count;
    if (this.#bytes > whole.bytes || (last && this.#bytes < whole.bytes))
      throw new ReplyFault(`its parts have ${this.#bytes} bytes, not ${whole.bytes}`);
    return last ? Buffer.concat(this.#parts, this.#bytes) : undefined;
  }
}
