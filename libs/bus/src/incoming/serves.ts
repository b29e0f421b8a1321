import { type Contract } from '@slipway/contracts';
import { type Handler, type Run } from './handler.js';

const served = new WeakMap<object, { readonly contract: Contract; readonly method: string }[]>();

/** Method decorator: this method answers the contract, once `handlersOf` is served. */
export function Serves<C extends Contract>(contract: C) {
  return <M extends Run<C>>(
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
  return declared.map(({ contract, method }) => ({
    contract,
    run: (...args) => (instance as Record<string, Handler['run']>)[method]!(...args),
  }));
}
