import type { CallContext, Input, Item, Output, Rpc, Stream } from '@slipway/contracts';

/** The bus as controllers see it. */
export interface ForAskingServices {
  request<R extends Rpc>(contract: R, input: Input<R>, call: CallContext): Promise<Output<R>>;
  /** Rejects where it is read; the call's signal or leaving the loop ends it. */
  stream<S extends Stream>(contract: S, input: Input<S>, call: CallContext): Streamed<S>;
}

/** Items as they come about; `result` waits for the end and drops those that nobody has read. */
export interface Streamed<S extends Stream> extends AsyncIterable<Item<S>> {
  result(): Promise<Output<S>>;
}

export const FOR_ASKING_SERVICES = Symbol('ForAskingServices');
export const LOGGER = Symbol('Logger');
