import { type Clock } from './clock.js';

/** The longest delay a timer takes; a longer one fires after 1 ms instead. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  after(milliseconds, call) {
    let timer: NodeJS.Timeout;
    const arm = (left: number) => {
      timer =
        left > longestTimer
          ? setTimeout(() => arm(left - longestTimer), longestTimer)
          : setTimeout(call, left);
    };
    arm(milliseconds);
    return () => clearTimeout(timer);
  },
};
