import type { StatusError } from './status-error.js';

/** The server did it and said so. */
export interface Accepted<T> {
  readonly outcome: 'accepted';
  readonly object: T;
}

/** The server said no: nothing was done. */
export interface Rejected {
  readonly outcome: 'rejected';
  readonly status: StatusError;
}

/** Nobody knows (time passed, connection lost, 5xx, 408, 429): read again before repeating (F5). */
export interface Unknown {
  readonly outcome: 'unknown';
  readonly because: string;
  /** What the server said, if it said anything: a budget's 429 names itself here. */
  readonly status?: StatusError | undefined;
}

export type Outcome<T> = Accepted<T> | Rejected | Unknown;

/**
 * Whether a status proves that the write had no effect. 408 and 429 don't: a server or a proxy may
 * send them after the request reached a webhook or a store.
 */
export const isDefinite = (code: number): boolean =>
  code >= 400 && code < 500 && code !== 408 && code !== 429;
