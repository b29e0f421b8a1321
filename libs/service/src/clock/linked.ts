import { setMaxListeners } from 'node:events';

export interface Linked extends Disposable {
  readonly signal: AbortSignal;
  /** Rejects with the reason once the signal aborts; never resolves. */
  readonly aborted: Promise<never>;
  abort(reason: unknown): void;
  /** Lets go of the parents; to be called when the work is over, however it ended. */
  dispose(): void;
}

/**
 * A signal that aborts with any of its parents or by hand. Made by hand because `AbortSignal.any`
 * beside a process-long parent leaks on Node 20, a listener's closure on every Node (F11).
 */
export function linked(...parents: readonly (AbortSignal | undefined)[]): Linked {
  const controller = new AbortController();
  // A list of many clusters hangs one listener a cluster on it; that is no leak to warn of.
  setMaxListeners(0, controller.signal);
  const undo: (() => void)[] = [];
  const dispose = () => {
    for (const release of undo.splice(0)) release();
  };
  const abort = (reason: unknown) => {
    dispose();
    controller.abort(reason);
  };
  let fail: (reason: unknown) => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => (fail = reject));
  aborted.catch(() => undefined);
  controller.signal.addEventListener('abort', () => fail(controller.signal.reason), { once: true });
  for (const parent of parents) {
    if (!parent) continue;
    if (parent.aborted) {
      abort(parent.reason);
      break;
    }
    const follow = () => abort(parent.reason);
    parent.addEventListener('abort', follow, { once: true });
    undo.push(() => parent.removeEventListener('abort', follow));
  }
  return { signal: controller.signal, aborted, abort, dispose, [Symbol.dispose]: dispose };
}
