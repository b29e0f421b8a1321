import { type Clock } from '@slipway/service';

const ticks = 6;

/**
 * Notices that nothing was heard for so many milliseconds, at most a sixth later. It counts ticks one
 * after the other instead of reading the time: after a pause of this process the other side's messages
 * are waiting in the socket, and a timer alone would find them missing before they are read.
 */
export class Silence {
  #quiet = 0;
  #cancel!: () => void;

  constructor(
    private readonly clock: Clock,
    private readonly milliseconds: number,
    private readonly onSilence: () => void,
  ) {
    this.#wait();
  }

  heard(): void {
    this.#quiet = 0;
  }

  end(): void {
    this.#cancel();
  }

  #wait(): void {
    this.#cancel = this.clock.after(this.milliseconds / ticks, () => {
      if (this.#quiet++ === ticks) this.onSilence();
      else this.#wait();
    });
  }
}
