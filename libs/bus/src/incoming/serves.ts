import { type CallContext, type Rpc } from '@slipway/contracts';
import { type z } from 'zod';
import { handle, type Handler } from './handler.js';

const served = new WeakMap<object, { readonly contract: Rpc; readonly method: string }[]>();

type Method<R extends Rpc> = (
  input: z.output<R['input']>,
  call: CallContext,
) => Promise<z.input<R['output']>>;

/** Method decorator: this method answers the contract, once `handlersOf` is served. */
export function Serves<R extends Rpc>(contract: R) {
  return <M extends Method<R>>(
    prototype: object,
    method: string,
    _descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    served.set(prototype, [...(served.get(prototype) ?? []), { contract, method }]);
  };
}

/** The handlers that an object's class declares by `Serves`. */
export function handlersOf(instance: object): Handler[] {
  const declared = served.get(Object.getPrototypeOf(instance) as object) ?? [];
  return declared.map(({ contract, method }) =>
    handle(contract, (input, call) =>
      (instance as Record<string, Method<Rpc>>)[method]!(input, call),
    ),
  );
}
