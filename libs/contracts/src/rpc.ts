import type { z } from 'zod';
import type { ErrorKind } from './errors.js';

/** Durations in contracts are written in seconds and kept in milliseconds. */
export const seconds = (count: number): number => count * 1000;

/**
 * What one service asks of another, as data: the bus checks the schemas at both ends, the gateway derives
 * route documentation from them.
 */
export interface Contract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** `slipway.v1.<service>.<resource>.<verb>` */
  readonly subject: string;
  readonly input: I;
  readonly output: O;
  /** Milliseconds a caller waits at most, unless its own call leaves less. */
  readonly deadline: number;
  /** What may be refused beside the failures any request can meet (503, 504, 500). */
  readonly errors: readonly ErrorKind[];
  /** What comes before the output, if this is a stream. */
  readonly item?: z.ZodType;
}

/** A request that gets one reply. */
export interface Rpc<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> extends Contract<I, O> {
  readonly item?: never;
}

/** A request whose answer takes long: any number of items as they come about, then the output. */
export interface Stream<
  I extends z.ZodType = z.ZodType,
  T extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> extends Contract<I, O> {
  readonly item: T;
}

export type Input<C extends Contract> = z.input<C['input']>;
export type Output<C extends Contract> = z.output<C['output']>;
export type Item<S extends Stream> = z.output<S['item']>;

export function rpc<I extends z.ZodType, O extends z.ZodType>(contract: Rpc<I, O>): Rpc<I, O> {
  return contract;
}

/** The output of a stream that only ends is `z.void()`. */
export function stream<I extends z.ZodType, T extends z.ZodType, O extends z.ZodType>(
  contract: Stream<I, T, O>,
): Stream<I, T, O> {
  return contract;
}

export const isStream = (contract: Contract): contract is Stream => contract.item !== undefined;

/** The service that serves a subject: the token after `slipway.v1.`. */
export function serviceOf(subject: string): string {
  return subject.split('.')[2] ?? subject;
}

/** Something that one service tells all who listen, at most once: who misses it must not be harmed. */
export interface Notice<P extends z.ZodType = z.ZodType> {
  readonly subject: string;
  readonly payload: P;
}

export function notice<P extends z.ZodType>(contract: Notice<P>): Notice<P> {
  return contract;
}
