import { timestamp, type KubeObject, type Tree } from '../../api/index.js';
import { conditionsOf, type Condition } from './read.js';

/** What a controller has to say under one type. */
export interface Told {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message?: string;
}

export const yes = (type: string, reason = type, message = ''): Told => ({
  type,
  status: 'True',
  reason,
  message,
});

export const no = (type: string, reason = `Not${type}`, message = ''): Told => ({
  type,
  status: 'False',
  reason,
  message,
});

export const unknown = (type: string, reason: string, message = ''): Told => ({
  type,
  status: 'Unknown',
  reason,
  message,
});

/**
 * The object's conditions with what is told now. What says the same as before keeps its time; a time
 * moves with the status alone. Conditions of others stay.
 */
export function conditionsWith(object: KubeObject, now: Date, told: readonly Told[]): Tree[] {
  const before = conditionsOf(object);
  const generation = object.metadata.generation;
  const next = told.map(({ message = '', ...rest }): Condition => {
    const old = before.find(({ type }) => type === rest.type);
    return {
      ...rest,
      message,
      ...(generation === undefined ? {} : { observedGeneration: generation }),
      lastTransitionTime: old?.status === rest.status ? old.lastTransitionTime : timestamp(now),
    };
  });
  const byType = new Map([...before, ...next].map((one) => [one.type, one]));
  return [...byType.values()].map((one) => ({ ...one }));
}
