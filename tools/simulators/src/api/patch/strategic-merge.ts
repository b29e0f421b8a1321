import { isDeepStrictEqual } from 'node:util';
import { isTree, own, type Tree } from '../kube-object.js';

/**
 * Lists that merge by a key, as the Go types of the built-in kinds are tagged. A list that is not
 * here is replaced whole; that includes a Node's taints.
 */
const mergeKeys: Readonly<Record<string, string>> = {
  addresses: 'type',
  conditions: 'type',
  containers: 'name',
  env: 'name',
  ephemeralContainers: 'name',
  imagePullSecrets: 'name',
  initContainers: 'name',
  ownerReferences: 'uid',
  ports: 'containerPort',
  volumeMounts: 'mountPath',
  volumes: 'name',
};

/** Lists of plain values that a patch adds to. */
const unions: readonly string[] = ['finalizers'];

/** Kubernetes' strategic merge, for built-in kinds, with its `$patch`, `$retainKeys` directives. */
export function strategicMerge(target: unknown, patch: unknown): unknown {
  if (!isTree(patch)) return structuredClone(patch);
  const from: Tree = isTree(target) ? target : {};
  if (patch['$patch'] === 'replace') return withoutDirectives(patch);
  if (patch['$patch'] === 'delete') return {};
  const kept = patch['$retainKeys'];
  const result: Tree = Array.isArray(kept)
    ? Object.fromEntries(Object.entries(from).filter(([key]) => kept.includes(key)))
    : { ...from };
  for (const [key, value] of Object.entries(patch)) {
    const [, list] = /^\$deleteFromPrimitiveList\/(.+)$/.exec(key) ?? [];
    if (list) result[list] = without(result[list], value);
    else if (key.startsWith('$')) continue;
    else if (value === null) delete result[key];
    else if (Array.isArray(value)) result[key] = mergeList(key, result[key], value);
    else result[key] = strategicMerge(result[key], value);
  }
  return result;
}

function mergeList(name: string, target: unknown, patch: readonly unknown[]): unknown[] {
  const from: unknown[] = Array.isArray(target) ? target : [];
  if (unions.includes(name)) return [...new Set([...patch, ...from])];
  const key = own(mergeKeys, name);
  if (!key || !patch.every(isTree)) return structuredClone([...patch]);
  const replaces = patch.some((item) => item['$patch'] === 'replace' && item[key] === undefined);
  let result = replaces ? [] : from.filter(isTree);
  for (const item of patch) {
    if (item[key] === undefined) continue;
    const same = (other: Tree) => isDeepStrictEqual(other[key], item[key]);
    if (item['$patch'] === 'delete') result = result.filter((other) => !same(other));
    else if (result.some(same))
      result = result.map((other) => (same(other) ? (strategicMerge(other, item) as Tree) : other));
    else result = [...result, withoutDirectives(item)];
  }
  return result;
}

const withoutDirectives = (patch: Tree): Tree =>
  Object.fromEntries(
    Object.entries(structuredClone(patch)).filter(([key]) => !key.startsWith('$')),
  );

const without = (list: unknown, gone: unknown): unknown[] =>
  Array.isArray(list) && Array.isArray(gone) ? list.filter((item) => !gone.includes(item)) : [];
