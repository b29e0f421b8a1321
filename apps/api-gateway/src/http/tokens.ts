import type { CallContext, Input, Output, Rpc } from '@slipway/contracts';

/** The bus as controllers see it. */
export interface ForAskingServices {
  request<R extends Rpc>(contract: R, input: Input<R>, call: CallContext): Promise<Output<R>>;
}

export const FOR_ASKING_SERVICES = Symbol('ForAskingServices');
export const LOGGER = Symbol('Logger');
