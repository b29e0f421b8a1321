import { at, type KubeObject, type OwnerReference, type Tree } from '../../api/index.js';

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime: string;
}

export const isDeleting = ({ metadata }: KubeObject): boolean =>
  metadata.deletionTimestamp !== undefined;

export const labelOf = ({ metadata }: KubeObject, key: string): string | undefined =>
  metadata.labels?.[key];

export const annotationOf = ({ metadata }: KubeObject, key: string): string | undefined =>
  metadata.annotations?.[key];

export const textAt = (object: KubeObject | undefined, ...path: readonly string[]) => {
  const value = at(object, ...path);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

export const numberAt = (object: KubeObject | undefined, ...path: readonly string[]) => {
  const value = at(object, ...path);
  return typeof value === 'number' ? value : undefined;
};

export const isSet = (object: KubeObject | undefined, ...path: readonly string[]): boolean =>
  at(object, ...path) === true;

export const treeAt = (object: KubeObject | undefined, ...path: readonly string[]): Tree =>
  (at(object, ...path) ?? {}) as Tree;

export function conditionsOf(object: KubeObject | undefined): readonly Condition[] {
  const all = at(object, 'status', 'conditions');
  return Array.isArray(all) ? (all as Condition[]) : [];
}

export const conditionOf = (object: KubeObject | undefined, type: string) =>
  conditionsOf(object).find((condition) => condition.type === type);

export const isTrue = (object: KubeObject | undefined, type: string): boolean =>
  conditionOf(object, type)?.status === 'True';

export const controllerOf = ({ metadata }: KubeObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true);

export const controls = (owner: KubeObject, object: KubeObject): boolean =>
  controllerOf(object)?.uid === owner.metadata.uid;

/** Old before new; of one second by name. */
export const byAge = (a: KubeObject, b: KubeObject): number =>
  order(a.metadata.creationTimestamp, b.metadata.creationTimestamp) ||
  order(a.metadata.name, b.metadata.name);

const order = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);

/** The text form of a label selector, as scale subresources show it. */
export const selectorText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([key, value]) => (value ? `${key}=${value}` : key))
    .join(',');
