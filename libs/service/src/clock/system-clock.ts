import type { Clock } from './clock.js';

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};
