import { type Kind } from './kind.js';
import { timestamp, type KubeObject } from './kube-object.js';

/**
 * What a deletion leaves of an object that has a grace: the object itself when it is ending already,
 * marked when its grace begins or becomes shorter, undefined when it is to end now.
 * Source: Kubernetes, graceful deletion.
 */
export function afterGrace(
  kind: Kind,
  object: KubeObject,
  { now, gracePeriodSeconds: asked }: { readonly now: Date; readonly gracePeriodSeconds?: number },
): KubeObject | undefined {
  if (!kind.grace) return undefined;
  const { metadata } = object;
  const marked = (seconds: number, end: number): KubeObject => ({
    ...object,
    metadata: {
      ...metadata,
      ...(metadata.generation === undefined || metadata.deletionTimestamp
        ? {}
        : { generation: metadata.generation + 1 }),
      deletionTimestamp: timestamp(new Date(end)),
      deletionGracePeriodSeconds: seconds,
    },
  });
  const wanted = asked !== undefined && asked < 0 ? 1 : asked;
  if (metadata.deletionTimestamp === undefined) {
    const seconds = kind.grace(object, wanted);
    return seconds > 0 ? marked(seconds, now.getTime() + seconds * 1000) : undefined;
  }
  const left = metadata.deletionGracePeriodSeconds ?? 0;
  if (left === 0 || wanted === 0) return undefined;
  // A grace only ever gets shorter.
  if (wanted === undefined || wanted >= left) return object;
  const end = Date.parse(metadata.deletionTimestamp) + (wanted - left) * 1000;
  return end < now.getTime() ? marked(1, now.getTime()) : marked(wanted, end);
}
