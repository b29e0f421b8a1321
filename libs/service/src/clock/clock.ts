import { linked } from './linked.js';

export interface Wait {
  /** Milliseconds until the wait gives up. */
  readonly within: number;
  /** What is waited for, in words a person can read: "pods to leave node worker-1". */
  readonly because: string;
  readonly signal?: AbortSignal | undefined;
}

/** Thrown when a wait's time has passed; says what was waited for. */
export class WaitTimeout extends Error {
  override readonly name = 'WaitTimeout';
  constructor(
    readonly because: string,
    readonly milliseconds: number,
  ) {
    super(`waited ${milliseconds} ms for ${because}`);
  }
}

/** All time comes from here, so that tests can move it. */
export interface Clock {
  /** Wall time. */
  now(): Date;
  /** Milliseconds that only grow; the difference of two is a duration. */
  monotonic(): number;
  /** Calls once after `milliseconds` (`Infinity`: never); the returned function cancels. */
  after(milliseconds: number, call: () => void): () => void;
}

/** Resolves after `milliseconds`; rejects with the signal's reason. */
export function sleep(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      cancel();
      reject(signal!.reason);
    };
    const cancel = clock.after(milliseconds, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/**
 * Runs `work` with a signal that aborts when the wait's time has passed or its signal aborts; then the
 * result rejects at once, even if `work` ignores the signal. Work whose signal has already aborted is
 * not begun.
 *
 * @throws WaitTimeout when the time has passed, the signal's reason when it aborts
 */
export async function withDeadline<T>(
  clock: Clock,
  { within, because, signal }: Wait,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const link = linked(signal);
  const cancel = clock.after(within, () => link.abort(new WaitTimeout(because, within)));
  try {
    return await Promise.race([work(link.signal), link.aborted]);
  } finally {
    cancel();
    link.dispose();
  }
}
