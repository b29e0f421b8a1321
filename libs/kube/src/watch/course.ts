import { StatusError } from '../rest/index.js';
import type { Backoff } from './backoff.js';
import { GarbageError } from './json-lines.js';

/** What follows a list or a watch. Without a version the next thing is a list. */
export interface Step {
  readonly version?: string | undefined;
  /** Wait for the backoff first. */
  readonly pause: boolean;
  /** What a log should say of it; undefined for the ordinary course. */
  readonly because?: string | undefined;
}

/** What is known of a watch that is over. */
export interface Watched {
  /** The last version it brought, or the one it began from. */
  readonly version: string;
  readonly events: number;
  /** Milliseconds that it was open; undefined when it never opened. */
  readonly lasted: number | undefined;
}

/** The abort reason of the reflector's own timer. */
export const frozen = Symbol('the watch outlived its own end');

const SUSPECT_WATCHES = 5;

/** Decides after each list and watch what comes next: resume or list again, at once or after a pause. */
export class Course {
  /** Watches in a row that ended at once without an event. */
  #suspect = 0;
  /** Whether a watch has worked since the last list: only then is a 410 no loop. */
  #worked = false;

  constructor(
    private readonly backoff: Pick<Backoff, 'reset'>,
    /** Milliseconds: a watch that ends sooner, without an event, is suspect. */
    private readonly short: number,
  ) {}

  listed(version: string): Step {
    this.#worked = false;
    return { version, pause: false };
  }

  /** To be told of a watch's first event and of one that ended in time: the way is clear. */
  works(): void {
    this.#worked = true;
    this.#suspect = 0;
    this.backoff.reset();
  }

  /** The server's own end: on from the last version at once, for a quiet kind ends so every time. */
  ended({ version, events, lasted = 0 }: Watched): Step {
    const step = { version, pause: false };
    if (events > 0) return step;
    if (lasted < this.short) return this.#suspicious(step);
    this.works();
    return step;
  }

  failed(error: unknown, { version, events, lasted = Infinity }: Watched): Step {
    if (error === frozen) return { version, pause: false, because: 'the watch is frozen' };
    if (error instanceof StatusError && error.isExpired) {
      // A list that is followed by 410 at once would repeat for ever without a pause (F6).
      return { pause: !this.#worked, because: 'the version has expired' };
    }
    const because = String(error);
    // What the server says no to, or mangles, a list may get past; a lost socket says nothing about
    // the version.
    if (error instanceof StatusError || error instanceof GarbageError)
      return { pause: true, because };
    const step = { version, pause: true, because };
    return events === 0 && lasted < this.short ? this.#suspicious(step) : step;
  }

  /** Several in a row without 410 mean a version that the server can't serve and doesn't say so. */
  #suspicious(step: Step): Step {
    this.#suspect += 1;
    if (this.#suspect < SUSPECT_WATCHES) return step;
    this.#suspect = 0;
    return { pause: true, because: 'watches end at once' };
  }
}
