import { fieldsOf, listOf, textOf } from '../kubernetes/index.js';

/** A Pod as far as a drain looks at it. */
export interface DrainPod {
  /** The one that is meant: a Pod of the same name made later is another. */
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** Succeeded or failed: its containers have ended for good. */
  readonly isFinished: boolean;
  /** The API server's copy of a static Pod, which it can't remove from the Node. */
  readonly isMirror: boolean;
  readonly isDeleting: boolean;
  readonly hasEmptyDir: boolean;
  /** What replaces it; nothing does when no owner says that it controls the Pod. */
  readonly controller: 'daemon-set' | 'another' | undefined;
}

export const namespacedName = ({ namespace, name }: Pick<DrainPod, 'namespace' | 'name'>): string =>
  `${namespace}/${name}`;

/** Reads a Pod as the API server sends it; undefined for what is not one. */
export function projectDrainPod(raw: unknown): DrainPod | undefined {
  const { metadata, spec, status } = fieldsOf(raw);
  const { uid, namespace, name, deletionTimestamp, annotations, ownerReferences } =
    fieldsOf(metadata);
  const identity = { uid: textOf(uid), namespace: textOf(namespace), name: textOf(name) };
  if (!isWhole(identity)) return undefined;
  return {
    ...identity,
    isFinished: ['Succeeded', 'Failed'].includes(String(fieldsOf(status)['phase'])),
    isMirror: 'kubernetes.io/config.mirror' in fieldsOf(annotations),
    isDeleting: textOf(deletionTimestamp) !== undefined,
    hasEmptyDir: listOf(fieldsOf(spec)['volumes']).some(isEmptyDir),
    controller: controllerOf(ownerReferences),
  };
}

/** Only the DaemonSets of `apps/v1` are meant, as by kubectl: others need not tolerate a cordon. */
function controllerOf(ownerReferences: unknown): DrainPod['controller'] {
  const owner = listOf(ownerReferences)
    .map(fieldsOf)
    .find(({ controller }) => controller === true);
  if (owner === undefined) return undefined;
  const { apiVersion, kind } = owner;
  return apiVersion === 'apps/v1' && kind === 'DaemonSet' ? 'daemon-set' : 'another';
}

type Identity = Pick<DrainPod, 'uid' | 'namespace' | 'name'>;
type MaybeIdentity = { readonly [K in keyof Identity]: string | undefined };

const isWhole = (identity: MaybeIdentity): identity is Identity =>
  Object.values(identity).every((value) => value !== undefined);

/** Of this type alone: other ephemeral volumes hold nothing that a drain could lose unasked. */
function isEmptyDir(volume: unknown): boolean {
  const { emptyDir } = fieldsOf(volume);
  return emptyDir !== undefined && emptyDir !== null;
}
