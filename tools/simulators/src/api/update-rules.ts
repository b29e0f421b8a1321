import { isDeepStrictEqual } from 'node:util';
import { type Kind } from './kind.js';
import { without, type KubeObject, type ObjectMeta } from './kube-object.js';
import { keepServerFields } from './metadata.js';
import { badRequest, invalidObject } from './status.js';

/** The object after a write to its main resource: status and identity stay, the generation counts. */
export function mainOf(kind: Kind, sent: KubeObject, before: KubeObject): KubeObject {
  const next: KubeObject = {
    ...sent,
    metadata: keepServerFields(before.metadata, sent.metadata),
  };
  if (kind.status) {
    delete next.status;
    if (before.status) next.status = before.status;
  }
  if (kind.generation && !isDeepStrictEqual(specOf(next), specOf(before)))
    next.metadata.generation = (before.metadata.generation ?? 0) + 1;
  return next;
}

/** The object after a write to `/status`: only the status changes, for built-in kinds labels too. */
export function statusOf(kind: Kind, sent: KubeObject, before: KubeObject): KubeObject {
  const metadata = kind.custom ? before.metadata : keepServerFields(before.metadata, sent.metadata);
  const next: KubeObject = { ...before, metadata };
  delete next.status;
  if (sent.status) next.status = sent.status;
  return next;
}

/** Everything whose change counts as a new generation. */
const specOf = (object: KubeObject) => without(object, 'metadata', 'status');

export function checkNamespace({ namespace }: ObjectMeta, wanted: string | undefined): void {
  if (namespace !== undefined && namespace !== '' && namespace !== wanted)
    throw badRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
}

export function checkFinalizers(kind: Kind, before: ObjectMeta, next: ObjectMeta): void {
  if (!before.deletionTimestamp) return;
  const added = (next.finalizers ?? []).filter((one) => !before.finalizers?.includes(one));
  if (added.length === 0) return;
  const shown = added.map((one) => JSON.stringify(one)).join(', ');
  throw invalidObject(kind, next.name, [
    {
      field: 'metadata.finalizers',
      reason: 'FieldValueForbidden',
      message: `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{${shown}}`,
    },
  ]);
}
