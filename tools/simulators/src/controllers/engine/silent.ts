import { type Logger } from '@slipway/service';

/** Says nothing. */
export const silent: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silent,
};
