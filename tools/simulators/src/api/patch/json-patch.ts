import { isDeepStrictEqual } from 'node:util';
import { isTree } from '../kube-object.js';
import { badRequest, patchRejected } from '../status.js';

/**
 * RFC 6902 on a copy of the target. As on the real server every fault (a failed test, a missing
 * path, an unknown operation) is the same 422 without a reason.
 */
export function jsonPatch(target: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch))
    throw badRequest(
      'error decoding patch: json: cannot unmarshal object into a list of operations',
    );
  const root = { value: structuredClone(target) };
  for (const operation of patch) {
    if (!isTree(operation)) throw patchRejected();
    apply(root, operation);
  }
  return root.value;
}

function apply(root: { value: unknown }, operation: Readonly<Record<string, unknown>>): void {
  const { op, value } = operation;
  const path = pointer(operation['path']);
  switch (op) {
    case 'add':
      return add(root, path, structuredClone(value));
    case 'remove':
      return void remove(root, path);
    case 'replace':
      read(root, path);
      if (path.length > 0) remove(root, path);
      return add(root, path, structuredClone(value));
    case 'move':
      return add(root, path, remove(root, pointer(operation['from'])));
    case 'copy':
      return add(root, path, structuredClone(read(root, pointer(operation['from']))));
    case 'test':
      if (isDeepStrictEqual(read(root, path, true), value ?? null)) return;
      throw patchRejected();
    default:
      throw patchRejected();
  }
}

function pointer(path: unknown): string[] {
  if (typeof path !== 'string' || (path !== '' && !path.startsWith('/'))) throw patchRejected();
  const parts = path.split('/').slice(1);
  return parts.map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** The container that holds the last part of a path; the root holds the whole document as `value`. */
function holder(root: { value: unknown }, path: readonly string[]): [unknown, string] {
  let here: unknown = root;
  let key = 'value';
  for (const part of path) {
    here = child(here, key);
    key = part;
  }
  return [here, key];
}

function child(container: unknown, key: string): unknown {
  if (Array.isArray(container)) return container[index(container, key)];
  if (isTree(container) && Object.hasOwn(container, key)) return container[key];
  throw patchRejected();
}

function index(items: readonly unknown[], key: string, limit = items.length - 1): number {
  if (!/^(0|[1-9]\d*)$/.test(key) || Number(key) > limit) throw patchRejected();
  return Number(key);
}

function read(root: { value: unknown }, path: readonly string[], missingIsNull = false): unknown {
  const [container, key] = holder(root, path);
  // A test against null also holds for a field that is absent.
  if (missingIsNull && isTree(container) && !Object.hasOwn(container, key)) return null;
  return child(container, key);
}

function add(root: { value: unknown }, path: readonly string[], value: unknown): void {
  const [container, key] = holder(root, path);
  if (Array.isArray(container))
    container.splice(
      key === '-' ? container.length : index(container, key, container.length),
      0,
      value,
    );
  else if (isTree(container)) container[key] = value;
  else throw patchRejected();
}

function remove(root: { value: unknown }, path: readonly string[]): unknown {
  const [container, key] = holder(root, path);
  const value = child(container, key);
  if (Array.isArray(container)) container.splice(index(container, key), 1);
  else if (isTree(container)) delete container[key];
  return value;
}
