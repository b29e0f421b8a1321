import { type Deletion } from '@slipway/contracts';
import { fieldsOf, listOf, textOf } from '../kubernetes/index.js';

/**
 * How far the deletion of an object has come; undefined while nobody has asked for it. Cluster API tells
 * in the condition Deleting what it waits for.
 */
export function deletionOf(kind: string, raw: unknown): Deletion | undefined {
  const { metadata, status } = fieldsOf(raw);
  const { name, deletionTimestamp, finalizers } = fieldsOf(metadata);
  const since = textOf(deletionTimestamp);
  if (since === undefined) return undefined;
  const { reason, message } =
    listOf(fieldsOf(status)['conditions'])
      .map(fieldsOf)
      .find(({ type }) => type === 'Deleting') ?? {};
  return {
    since,
    kind,
    name: textOf(name) ?? '',
    finalizers: listOf(finalizers).filter((each) => typeof each === 'string'),
    ...(textOf(reason) === undefined ? undefined : { reason: textOf(reason) }),
    ...(textOf(message) === undefined ? undefined : { message: textOf(message) }),
  };
}

/**
 * What holds a cluster's deletion up: the Machine that has been going for longest, since those go before
 * their Cluster, else the Cluster itself.
 */
export function holdUp(
  cluster: Deletion | undefined,
  machines: readonly (Deletion | undefined)[],
): Deletion | undefined {
  if (!cluster) return undefined;
  const going = machines.filter((each) => each !== undefined);
  return going.reduce<Deletion | undefined>(oldest, undefined) ?? cluster;
}

function oldest(first: Deletion | undefined, next: Deletion): Deletion {
  return first && first.since <= next.since ? first : next;
}
