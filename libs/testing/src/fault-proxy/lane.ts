import { type Socket } from 'node:net';
import { type Direction } from './faults.js';
import { type Weather } from './weather.js';

type Parcel =
  | { readonly at: number; readonly bytes: Buffer }
  | { readonly at: number; readonly ending: 'end' | 'reset' };

/** Above this the sender is no longer read, so that it feels a frozen peer as it would a real one. */
const heldBytes = 1024 * 1024;

const apartFromReset = 20;

export interface LaneOptions {
  readonly direction: Direction;
  readonly weather: Weather;
  /** Aborts when the connection is over. */
  readonly signal: AbortSignal;
  /** Resets both sides of the connection. */
  readonly reset: () => void;
  /** Whether the bytes, just before they are passed, are lost together with the connection. */
  readonly loses: (bytes: Buffer) => boolean;
}

/** One direction of a connection: a queue whose exit obeys the weather. */
export class Lane {
  #queue: Parcel[] = [];
  #held = 0;
  #from: Socket | undefined;
  #arrived = () => undefined as void;
  #passed = { epoch: -1, bytes: 0 };

  constructor(private readonly options: LaneOptions) {
    options.signal.addEventListener('abort', () => this.#arrived(), { once: true });
  }

  /** Starts taking what the sender sends. */
  take(from: Socket): void {
    this.#from = from;
    let over = false;
    const finish = (ending: 'end' | 'reset') => {
      if (over) return;
      over = true;
      this.#push({ ending, at: performance.now() });
    };
    from.on('data', (bytes: Buffer) => this.#push({ bytes, at: performance.now() }));
    from.once('end', () => finish('end'));
    from.once('close', () => finish('reset'));
  }

  /** Puts bytes in that nobody sent. */
  inject(bytes: Buffer): void {
    this.#push({ bytes, at: -Infinity });
  }

  /** Passes on to the receiver until the sender's end or the connection's. */
  async pass(to: Socket): Promise<void> {
    for (;;) {
      const parcel = await this.#next();
      if (!parcel || !(await this.#clearance(parcel))) return;
      if ('ending' in parcel) return parcel.ending === 'end' ? void to.end() : this.options.reset();
      if (this.options.loses(parcel.bytes)) return this.options.reset();
      if (!(await this.#write(parcel.bytes, to))) return;
      this.#held -= parcel.bytes.length;
      if (this.#held < heldBytes) this.#from?.resume();
    }
  }

  #push(parcel: Parcel): void {
    this.#queue.push(parcel);
    if ('bytes' in parcel) this.#held += parcel.bytes.length;
    if (this.#held >= heldBytes) this.#from?.pause();
    this.#arrived();
  }

  async #next(): Promise<Parcel | undefined> {
    const { signal } = this.options;
    while (this.#queue.length === 0 && !signal.aborted)
      await new Promise<void>((resolve) => (this.#arrived = resolve));
    return signal.aborted ? undefined : this.#queue.shift();
  }

  /** Waits until the weather lets it through; false when the connection ended meanwhile. */
  async #clearance({ at }: { readonly at: number }): Promise<boolean> {
    const { weather, direction, signal } = this.options;
    while (!signal.aborted) {
      const stuck = weather.find('freeze', direction) ?? weather.find('blackHole', direction);
      const delay = weather.find('delay', direction)?.milliseconds ?? 0;
      const wait = at + delay - performance.now();
      if (stuck) await weather.change(signal);
      else if (wait > 0) await weather.change(signal, wait);
      else return true;
    }
    return false;
  }

  async #write(bytes: Buffer, to: Socket): Promise<boolean> {
    const { weather, direction, signal } = this.options;
    let rest = bytes;
    while (rest.length > 0) {
      const trickle = weather.find('trickle', direction);
      if (trickle) await this.#apart(trickle.milliseconds);
      if (!(await this.#clearance({ at: -Infinity }))) return false;
      const room = this.#room();
      const now = rest.subarray(0, Math.min(trickle ? 1 : rest.length, room));
      rest = rest.subarray(now.length);
      this.#passed.bytes += now.length;
      if (now.length === room) {
        await new Promise((resolve) => to.write(now, resolve));
        // A receiver that finds bytes and reset together takes them for a clean end (libuv does).
        await this.#apart(apartFromReset);
        this.options.reset();
        return false;
      }
      if (!to.write(now)) await drained(to);
      if (signal.aborted) return false;
    }
    return true;
  }

  /** How many bytes may still pass before a reset is due. */
  #room(): number {
    const { weather, direction } = this.options;
    if (this.#passed.epoch !== weather.epoch) this.#passed = { epoch: weather.epoch, bytes: 0 };
    const limit = weather.find('reset', direction)?.afterBytes;
    return limit === undefined ? Infinity : limit - this.#passed.bytes;
  }

  async #apart(milliseconds: number): Promise<void> {
    const { weather, signal } = this.options;
    const epoch = weather.epoch;
    const end = performance.now() + milliseconds;
    while (!signal.aborted && weather.epoch === epoch && performance.now() < end)
      await weather.change(signal, end - performance.now());
  }
}

function drained(to: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      to.off('drain', done);
      to.off('close', done);
      resolve();
    };
    to.on('drain', done);
    to.on('close', done);
  });
}
