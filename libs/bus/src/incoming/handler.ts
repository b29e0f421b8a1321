import { type CallContext, type Contract, type Stream } from '@slipway/contracts';
import { type z } from 'zod';

/**
 * Sends an item of a stream. Resolves once it has left, which waits for a reader that is slow; to be
 * awaited, since a handler that runs 1,000 items ahead ends in an unexpected fault. Rejects when the call
 * is over or the item violates the contract, as every later one does then.
 */
export type Emit<T> = (item: T) => Promise<void>;

/** What answers a contract: a request by its output, a stream also by what it emits before. */
export type Run<C extends Contract> = C extends Stream
  ? (
      input: z.output<C['input']>,
      call: CallContext,
      emit: Emit<z.input<C['item']>>,
    ) => Promise<z.input<C['output']>>
  : (input: z.output<C['input']>, call: CallContext) => Promise<z.input<C['output']>>;

type AnyRun = (input: unknown, call: CallContext, emit: Emit<unknown>) => Promise<unknown>;

/** A contract and what answers it. */
export interface Handler {
  readonly contract: Contract;
  readonly run: AnyRun;
}

/**
 * Binds a contract to the function that answers it. A Refusal that it throws reaches the caller as it
 * is; anything else is logged here and reaches the caller as an unexpected fault. The call's signal aborts
 * when its deadline passes, its caller leaves or the service has to stop (for a stream: at once).
 */
export function handle<C extends Contract>(contract: C, run: Run<C>): Handler {
  return { contract, run: run as AnyRun };
}

/** Runs around each call, for a logging scope; must return what `next` returns, which never rejects. */
export type Around = <T>(call: CallContext, next: () => Promise<T>) => Promise<T>;
