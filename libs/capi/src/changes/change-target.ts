import { z } from 'zod';
import { Metadata, part } from '../kubernetes/index.js';
import { pausedAnnotation } from '../machine/index.js';

const OwnerReference = z.object({ apiVersion: z.string(), kind: z.string(), uid: z.string() });

/** What a change needs to know of any object that it is about to write to, read fresh. */
export const ChangeTarget = z.object({
  metadata: Metadata.extend({ ownerReferences: part(z.array(OwnerReference)) }),
  spec: part(
    z.object({
      paused: part(z.boolean()),
      clusterName: part(z.string()),
      replicas: part(z.int()),
      topology: part(z.unknown()),
      controlPlaneRef: part(
        z.object({ apiGroup: part(z.string()), kind: part(z.string()), name: part(z.string()) }),
      ),
      kubeadmConfigSpec: part(
        z.object({
          clusterConfiguration: part(z.object({ etcd: part(z.object({ external: z.unknown() })) })),
        }),
      ),
    }),
  ),
  status: part(z.object({ nodeRef: part(z.object({ name: part(z.string()) })) })),
});
export type ChangeTarget = z.infer<typeof ChangeTarget>;

/** The object as far as changes read it. Throws an Error when it is none of an API server. */
export function changeTarget(raw: unknown): ChangeTarget {
  return ChangeTarget.parse(raw);
}

/** By its own field or annotation, whatever the annotation's value. Source: Cluster API. */
export function isPaused({ metadata, spec }: ChangeTarget): boolean {
  return spec?.paused === true || metadata.annotations?.[pausedAnnotation] !== undefined;
}

export function isDeleting({ metadata }: ChangeTarget): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Whether an owner of kind Cluster is another one than `cluster`, an earlier one of its name included. */
export function isForeign(target: ChangeTarget, cluster: ChangeTarget): boolean {
  return (target.metadata.ownerReferences ?? []).some(
    ({ apiVersion, kind, uid }) =>
      kind === 'Cluster' &&
      apiVersion.startsWith('cluster.x-k8s.io/') &&
      uid !== cluster.metadata.uid,
  );
}
