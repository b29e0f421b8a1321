import {
  type KubeObject,
  type ObjectMeta,
  type OwnerReference,
  type Tree,
} from '../../api/index.js';

/** A copy with some parts of it replaced; entries of undefined are left out. */
export function edited(
  object: KubeObject,
  parts: {
    readonly metadata?: Partial<ObjectMeta>;
    readonly spec?: Tree;
    readonly status?: Tree;
  },
): KubeObject {
  const { metadata, spec, status } = parts;
  return {
    ...object,
    ...(metadata ? { metadata: { ...object.metadata, ...metadata } } : {}),
    ...(spec ? { spec: present({ ...object.spec, ...spec }) } : {}),
    ...(status ? { status: present({ ...object.status, ...status }) } : {}),
  };
}

/** A copy without what is undefined. */
export const present = (tree: Tree): Tree =>
  Object.fromEntries(Object.entries(tree).filter(([, value]) => value !== undefined));

export function withFinalizer(object: KubeObject, finalizer: string): KubeObject {
  const { finalizers = [], deletionTimestamp } = object.metadata;
  if (deletionTimestamp || finalizers.includes(finalizer)) return object;
  return edited(object, { metadata: { finalizers: [...finalizers, finalizer] } });
}

export function withoutFinalizer(object: KubeObject, finalizer: string): KubeObject {
  const { finalizers = [] } = object.metadata;
  return edited(object, {
    metadata: { finalizers: finalizers.filter((one) => one !== finalizer) },
  });
}

export function withoutAnnotation(object: KubeObject, annotation: string): KubeObject {
  const annotations = { ...object.metadata.annotations };
  delete annotations[annotation];
  return edited(object, { metadata: { annotations } });
}

export const withLabels = (object: KubeObject, labels: Readonly<Record<string, string>>) =>
  edited(object, { metadata: { labels: { ...object.metadata.labels, ...labels } } });

/** A plain reference; `controlledBy` marks the owner as the controller. */
export function ownedBy({ apiVersion, kind, metadata }: KubeObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? '' };
}

export const controlledBy = (owner: KubeObject): OwnerReference => ({
  ...ownedBy(owner),
  controller: true,
  blockOwnerDeletion: true,
});

/** The object with exactly this reference to that owner: another form of it, controller or not, is replaced. */
export function withOwner(object: KubeObject, owner: OwnerReference): KubeObject {
  const others = (object.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner.uid);
  return edited(object, { metadata: { ownerReferences: [...others, owner] } });
}
