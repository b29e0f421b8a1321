import { isDeepStrictEqual } from 'node:util';
import { isTree, type KubeObject, type ObjectMeta, type Tree } from '../../api/index.js';

/** Merge patches that turn one state of an object into another; each absent when nothing differs. */
export interface Difference {
  readonly main?: Tree;
  readonly status?: Tree;
}

const ours = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const;

/** What differs in the metadata that clients may write, in the spec and in the status. */
export function difference(before: KubeObject, after: KubeObject): Difference {
  const metadata = mergePatch(written(before.metadata), written(after.metadata));
  const spec = mergePatch(before.spec ?? {}, after.spec ?? {});
  const status = mergePatch(before.status ?? {}, after.status ?? {});
  const main = { ...(metadata ? { metadata } : {}), ...(spec ? { spec } : {}) };
  return {
    ...(Object.keys(main).length > 0 ? { main } : {}),
    ...(status ? { status: { status } } : {}),
  };
}

const written = (metadata: ObjectMeta): Tree =>
  Object.fromEntries(ours.map((field) => [field, metadata[field] ?? empty[field]]));

const empty: Tree = { labels: {}, annotations: {}, finalizers: [], ownerReferences: [] };

/** The merge patch from one tree to another; undefined when they are equal. */
export function mergePatch(before: Tree, after: Tree): Tree | undefined {
  const patch: Tree = {};
  for (const key of Object.keys(before)) if (after[key] === undefined) patch[key] = null;
  for (const [key, next] of Object.entries(after)) {
    if (next === undefined) continue;
    const old = before[key];
    if (isTree(old) && isTree(next)) {
      const inner = mergePatch(old, next);
      if (inner) patch[key] = inner;
    } else if (!isDeepStrictEqual(old, next)) patch[key] = next;
  }
  return Object.keys(patch).length > 0 ? patch : undefined;
}
