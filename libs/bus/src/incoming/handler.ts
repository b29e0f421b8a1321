import { type CallContext, type Rpc } from '@slipway/contracts';
import { type z } from 'zod';

/** A contract and what answers it. */
export interface Handler {
  readonly contract: Rpc;
  run(input: unknown, call: CallContext): Promise<unknown>;
}

/**
 * Binds a contract to the function that answers it. A Refusal that it throws reaches the caller as it
 * is; anything else is logged here and reaches the caller as an unexpected fault. The call's signal aborts
 * when its deadline passes, its caller leaves or the service has to stop.
 */
export function handle<R extends Rpc>(
  contract: R,
  run: (input: z.output<R['input']>, call: CallContext) => Promise<z.input<R['output']>>,
): Handler {
  return { contract, run: (input, call) => run(input as z.output<R['input']>, call) };
}

/** Runs around each call, for a logging scope; must return what `next` returns, which never rejects. */
export type Around = <T>(call: CallContext, next: () => Promise<T>) => Promise<T>;
