import type { z } from 'zod';
import type { ErrorKind } from './errors.js';

/** Durations in contracts are written in seconds and kept in milliseconds. */
export const seconds = (count: number): number => count * 1000;

/**
 * A request that gets one reply. A contract is data: the bus checks both schemas at both ends,
 * the gateway derives route documentation from it.
 */
export interface Rpc<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** `slipway.v1.<service>.<resource>.<verb>` */
  readonly subject: string;
  readonly input: I;
  readonly output: O;
  /** Milliseconds a caller waits, unless its own call context leaves less. */
  readonly deadline: number;
  /** What may be refused beside the failures any request can meet (503, 504, 500). */
  readonly errors: readonly ErrorKind[];
}

export type Input<R extends Rpc> = z.input<R['input']>;
export type Output<R extends Rpc> = z.output<R['output']>;

export function rpc<I extends z.ZodType, O extends z.ZodType>(contract: Rpc<I, O>): Rpc<I, O> {
  return contract;
}

/** The service that serves a subject: the token after `slipway.v1.`. */
export function serviceOf(subject: string): string {
  return subject.split('.')[2] ?? subject;
}
