// Types only: the door of @slipway/service also opens its HTTP framework, which a simulator that has
// to start in a moment does without.
import type { Clock } from '@slipway/service';

export type { Clock };

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};
